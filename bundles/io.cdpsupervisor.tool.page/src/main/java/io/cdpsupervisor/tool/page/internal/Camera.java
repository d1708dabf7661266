package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.ToolCall;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Takes pictures of one page. Every method blocks. Confined to one call. */
final class Camera {

    /** How long a tab that is in front may take, apart from what is to be painted. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** What a slow machine paints and packs in a second. */
    private static final double PIXELS_A_SECOND = 1_000_000;

    private final ToolCall call;
    private final TaskCdp cdp;
    private final TaskPage page;

    Camera(ToolCall call, TaskCdp cdp, TaskPage page) {
        this.call = call;
        this.cdp = cdp;
        this.page = page;
    }

    /** What the window shows. */
    Picture window() {
        toFront();
        return new Picture(capture(Map.of("format", "png"), PATIENCE), false);
    }

    /** The page from its top to its end, or to where it is too long to be painted. */
    Picture wholePage() {
        toFront();
        PageLayout layout = PageLayout.now(call, cdp, page);
        return part(layout.content(), layout);
    }

    /**
     * An element, scrolled into view.
     *
     * @throws BrowserException {@code invalid_argument}: there is nothing to be seen of it
     */
    Picture of(PageElement element) {
        toFront();
        ElementPlace.Sight sight = new ElementPlace(call, cdp, element).scrolledIntoView();
        Box shown = sight.onPage().within(sight.layout().content());
        if (shown.isEmpty()) {
            throw element.unseen();
        }
        return part(shown, sight.layout());
    }

    private Picture part(Box onPage, PageLayout layout) {
        Box box = layout.paintable(onPage);
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("format", "png");
        params.put("clip", box.clip());
        // only where it must be: the page is laid out anew for that, and may notice
        params.put("captureBeyondViewport", !layout.shows(box));
        Duration painting = Duration.ofMillis((long) (1000 * layout.pixels(box) / PIXELS_A_SECOND));
        return new Picture(capture(params, PATIENCE.plus(painting)), !box.equals(onPage));
    }

    /** Another task may bring its own tab to the front meanwhile: then ours goes there again. */
    private byte[] capture(Map<String, Object> params, Duration patience) {
        while (patience.compareTo(TimeLeft.of(call)) < 0) {
            try {
                return captureWithin(patience, params);
            } catch (CdpTimeoutException e) {
                toFront();
                patience = patience.multipliedBy(2);
            }
        }
        return captureWithin(TimeLeft.of(call), params);
    }

    private byte[] captureWithin(Duration patience, Map<String, Object> params) {
        Map<String, Object> reply = cdp.call(page.route(), "Page.captureScreenshot", params, patience)
                .result();
        return Base64.getDecoder().decode((String) reply.get("data"));
    }

    /** A tab behind another one is painted late or never, and may be laid out anew when it comes to the front. */
    private void toFront() {
        cdp.call(page.route(), "Page.bringToFront", Map.of(), TimeLeft.of(call));
    }
}
