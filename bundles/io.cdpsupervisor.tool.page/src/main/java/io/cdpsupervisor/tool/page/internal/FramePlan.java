package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which frames of a page are read, and through which session each of them is reached. Immutable.
 *
 * @param children all but the top, parents before what is inside them
 */
record FramePlan(FrameInfo top, List<FrameInfo> children, Map<String, FrameInfo> byId) {

    /** The first frames of the snapshot, at most that many; a page that has none yet gets its top frame. */
    static FramePlan of(SupervisorSnapshot snapshot, int most) {
        FrameInfo top = snapshot.frames().stream()
                .filter(frame -> frame.parentFrameId().isEmpty())
                .findFirst()
                .orElseGet(() -> unknownTop(snapshot));
        Map<String, FrameInfo> byId = new LinkedHashMap<>();
        byId.put(top.frameId(), top);
        snapshot.frames().stream()
                .filter(frame -> frame.parentFrameId().filter(byId::containsKey).isPresent())
                .limit(most - 1L)
                .forEach(frame -> byId.put(frame.frameId(), frame));
        return new FramePlan(top, byId.values().stream().skip(1).toList(), byId);
    }

    FrameInfo parent(FrameInfo frame) {
        return frame.parentFrameId().map(byId::get).orElse(top);
    }

    /** In-process frames are reached through the session of the nearest frame around them that has one. */
    CdpRoute route(FrameInfo frame) {
        FrameInfo host = frame;
        while (!host.oopif() && !host.equals(top)) {
            host = parent(host);
        }
        return host.equals(top) ? CdpRoute.PAGE : CdpRoute.frame(host.frameId());
    }

    /** A page's target and its top frame have the same id. */
    private static FrameInfo unknownTop(SupervisorSnapshot snapshot) {
        return new FrameInfo(
                snapshot.page().targetId(),
                Optional.empty(),
                snapshot.page().url(),
                "",
                Optional.empty(),
                false,
                Optional.empty());
    }
}
