package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.ToolCall;
import java.util.Map;

/**
 * How large a page is and which part of it the window shows, both from the page's own corner. Immutable.
 *
 * @param density pixels of the picture to one CSS pixel
 */
record PageLayout(Box content, Box window, double density) {

    /** The longest side that Chromium paints; past it the picture repeats itself. */
    private static final int LONGEST_SIDE = 16_384;

    /** A whole page of usual width and that height, with room; four times that keeps a browser busy for a minute. */
    private static final double MOST_PIXELS = 32_000_000;

    /** As it is now. Blocks. */
    static PageLayout now(ToolCall call, TaskCdp cdp, TaskPage page) {
        CdpReply reply = cdp.call(page.route(), "Page.getLayoutMetrics", Map.of(), TimeLeft.of(call));
        return of(JsonObject.of(reply.result()));
    }

    private static PageLayout of(JsonObject metrics) {
        JsonObject content = metrics.object("cssContentSize");
        JsonObject viewport = metrics.object("cssVisualViewport");
        return new PageLayout(
                new Box(content.number("x"), content.number("y"), content.number("width"), content.number("height")),
                new Box(
                        viewport.number("pageX"),
                        viewport.number("pageY"),
                        viewport.number("clientWidth"),
                        viewport.number("clientHeight")),
                metrics.object("contentSize").number("width") / content.number("width"));
    }

    /** The beginning of it that can be painted. */
    Box paintable(Box onPage) {
        double longest = LONGEST_SIDE / density;
        Box cut = onPage.atMost(longest, longest);
        return cut.atMost(longest, MOST_PIXELS / (density * density) / cut.width());
    }

    boolean shows(Box onPage) {
        return window.contains(onPage);
    }

    double pixels(Box box) {
        return box.width() * box.height() * density * density;
    }
}
