package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.ToolCall;
import java.time.Duration;
import java.util.Map;

/**
 * Where an element is on its page. A frame with a session of its own tells places in its own viewport only, so they are
 * carried outward from one such frame to the next. Confined to one call.
 */
final class ElementPlace {

    private static final int MOST_LOOKS = 10;

    /** The frame after the next one: by then what came into view is painted, too. */
    private static final Map<String, Object> PAINTED = Map.of(
            "expression",
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))",
            "awaitPromise",
            true);

    private static final Duration PAINTING = Duration.ofSeconds(1);

    /**
     * An element as it was seen, in its page's window.
     *
     * @param layout how the page lay then
     */
    record Sight(Box box, PageLayout layout) {

        Box onPage() {
            return box.moved(layout.window().x(), layout.window().y());
        }

        private boolean inWindow() {
            return !onPage().within(layout.window()).isEmpty();
        }
    }

    private final ToolCall call;
    private final TaskCdp cdp;
    private final PageElement element;

    ElementPlace(ToolCall call, TaskCdp cdp, PageElement element) {
        this.call = call;
        this.cdp = cdp;
        this.element = element;
    }

    /**
     * Scrolls the element into view, in all frames around it, and says where it is then. Blocks.
     *
     * @throws BrowserException {@code invalid_argument}: the element is gone or shows nothing
     */
    Sight scrolledIntoView() {
        try {
            ask(element.route(), "DOM.scrollIntoViewIfNeeded", node());
            return settled();
        } catch (CdpErrorException e) {
            if (e.code() == ErrorCode.CDP_ERROR) {
                throw element.unseen();
            }
            throw e;
        }
    }

    /**
     * A frame with a process of its own has its parents scrolled by messages that we do not see, and paints nothing
     * before it is in view. So two looks with new frames between them have to agree.
     */
    private Sight settled() {
        Sight last = look();
        for (int looks = 1; looks < MOST_LOOKS; looks++) {
            awaitPainting();
            Sight now = look();
            if (now.equals(last) && now.inWindow()) {
                return now;
            }
            last = now;
        }
        return last; // it moves, or there is no way to scroll it into view
    }

    private void awaitPainting() {
        try {
            ask(element.route(), "Runtime.evaluate", PAINTED, TimeLeft.atMost(PAINTING, call));
        } catch (CdpTimeoutException e) {
            // nothing is painted of what nobody sees, and the element is where it is
        }
    }

    private Sight look() {
        Box box = Box.around(ask(element.route(), "DOM.getContentQuads", node()).list("quads"));
        if (box.isEmpty()) {
            throw element.unseen();
        }
        return new Sight(outward(box), PageLayout.now(call, cdp, element.plan().page()));
    }

    private Map<String, Object> node() {
        return Map.of("backendNodeId", element.backendNodeId());
    }

    private Box outward(Box inHost) {
        FramePlan plan = element.plan();
        Box box = inHost;
        FrameInfo host = plan.host(element.frame());
        while (!host.equals(plan.top())) {
            FrameInfo around = plan.parent(host);
            box = box.throughFrame(ownerOf(host, plan.route(around)));
            host = plan.host(around);
        }
        return box;
    }

    /** The box model of a frame's element, which the session around the frame knows. */
    private JsonObject ownerOf(FrameInfo frame, CdpRoute around) {
        long node = (long) ask(around, "DOM.getFrameOwner", Map.of("frameId", frame.frameId()))
                .number("backendNodeId");
        return ask(around, "DOM.getBoxModel", Map.of("backendNodeId", node)).object("model");
    }

    private JsonObject ask(CdpRoute route, String method, Map<String, ?> params) {
        return ask(route, method, params, TimeLeft.of(call));
    }

    private JsonObject ask(CdpRoute route, String method, Map<String, ?> params, Duration timeout) {
        return JsonObject.of(cdp.call(route, method, params, timeout).result());
    }
}
