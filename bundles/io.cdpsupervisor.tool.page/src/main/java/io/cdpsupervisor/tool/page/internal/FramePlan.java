package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.PageInfo.Popup;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.ToolCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The frames of a page, and through which session each of them is reached. Immutable.
 *
 * @param document names the document in the top frame: another one, another name
 * @param children all but the top, parents before what is inside them
 * @param complete whether these are all frames of the page
 */
record FramePlan(
        TaskPage page,
        String document,
        FrameInfo top,
        List<FrameInfo> children,
        Map<String, FrameInfo> byId,
        boolean complete) {

    /** A page with more is read without the rest, and says so. */
    private static final int MOST = 100;

    /**
     * The frames as they are now. Blocks for a popup, which has to be asked for its document.
     *
     * @throws CdpException the popup could not be asked
     */
    static FramePlan now(ToolCall call, TaskCdp cdp, TaskPage page) {
        SupervisorSnapshot now = cdp.snapshot();
        if (!page.isPopup()) {
            List<String> loaders = now.page().loaders();
            String loader = loaders.isEmpty() ? "" : loaders.get(loaders.size() - 1);
            return of(page, loader, now.page().url(), now.frames());
        }
        CdpReply reply = cdp.call(page.route(), "Page.getFrameTree", Map.of(), TimeLeft.of(call));
        JsonObject top = JsonObject.of(reply.result()).object("frameTree").object("frame");
        List<FrameInfo> frames = page.popup(cdp.snapshot()).map(Popup::frames).orElse(List.of());
        return of(page, top.text("loaderId").orElse(""), top.text("url").orElse(""), frames);
    }

    /** The first of the frames; a page that has none yet gets its top frame, whose id is the target's. */
    private static FramePlan of(TaskPage page, String loader, String url, List<FrameInfo> frames) {
        FrameInfo top = frames.stream()
                .filter(frame -> frame.parentFrameId().isEmpty())
                .findFirst()
                .orElseGet(() -> new FrameInfo(
                        page.targetId(), Optional.empty(), url, "", Optional.empty(), false, Optional.empty()));
        Map<String, FrameInfo> byId = new LinkedHashMap<>();
        byId.put(top.frameId(), top);
        frames.stream()
                .filter(frame -> frame.parentFrameId().filter(byId::containsKey).isPresent())
                .limit(MOST - 1L)
                .forEach(frame -> byId.put(frame.frameId(), frame));
        List<FrameInfo> children = byId.values().stream().skip(1).toList();
        return new FramePlan(page, page.targetId() + loader, top, children, byId, frames.size() <= MOST);
    }

    Optional<FrameInfo> frame(String frameId) {
        return Optional.ofNullable(byId.get(frameId));
    }

    FrameInfo parent(FrameInfo frame) {
        return frame.parentFrameId().map(byId::get).orElse(top);
    }

    /** The nearest frame, itself or around it, that has a session: in-process frames are reached through that. */
    FrameInfo host(FrameInfo frame) {
        FrameInfo host = frame;
        while (!host.oopif() && !host.equals(top)) {
            host = parent(host);
        }
        return host;
    }

    CdpRoute route(FrameInfo frame) {
        FrameInfo host = host(frame);
        return host.equals(top) ? page.route() : CdpRoute.frame(host.frameId());
    }
}
