package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.supervisor.FrameInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A frame that is there, for a {@link SimulatedPage}. Confined to one thread. */
final class SimulatedFrame {

    final String id;
    final SimulatedFrame parent;
    final List<SimulatedFrame> children = new ArrayList<>();
    int site;
    String url = "";
    /** Its own, or the page's; empty in its parent's process. */
    String session = "";

    /**
     * A frame in its parent's process.
     *
     * @param parent null for the top
     */
    SimulatedFrame(String id, SimulatedFrame parent) {
        this.id = id;
        this.parent = parent;
    }

    String parentId() {
        return parent == null ? "" : parent.id;
    }

    /** The session whose renderer draws this frame. */
    String drawnOn() {
        return session.isEmpty() ? parent.drawnOn() : session;
    }

    boolean outOfProcess() {
        return parent != null && !session.isEmpty();
    }

    /** The part of the tree that the same renderer draws, as it tells of it. */
    Map<String, Object> drawn() {
        return Told.node(
                id,
                parentId(),
                url,
                children.stream()
                        .filter(child -> !child.outOfProcess())
                        .map(SimulatedFrame::drawn)
                        .toList());
    }

    FrameInfo info() {
        return new FrameInfo(
                id,
                Optional.ofNullable(parent).map(p -> p.id),
                url,
                Told.origin(url),
                Optional.empty(),
                outOfProcess(),
                outOfProcess() ? Optional.of(session) : Optional.empty());
    }
}
