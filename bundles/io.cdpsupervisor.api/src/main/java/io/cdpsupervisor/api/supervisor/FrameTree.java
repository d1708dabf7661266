package io.cdpsupervisor.api.supervisor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A page's frames, cut to what an agent is shown: at most {@value #MAX_CHILDREN} children, breadth first in creation
 * order, at most {@value #MAX_HOPS} out-of-process hops deep. Immutable.
 *
 * @param top empty until the first document has committed
 * @param truncated whether anything was left out
 */
public record FrameTree(Optional<FrameInfo> top, List<FrameInfo> children, boolean truncated) {

    private static final int MAX_CHILDREN = 30;
    private static final int MAX_HOPS = 2;

    public FrameTree {
        children = List.copyOf(children);
    }

    /** Cuts a page's frames, given in creation order; the first one without a parent is the top. */
    public static FrameTree of(List<FrameInfo> frames) {
        Optional<FrameInfo> top =
                frames.stream().filter(f -> f.parentFrameId().isEmpty()).findFirst();
        if (top.isEmpty()) {
            return new FrameTree(top, List.of(), !frames.isEmpty());
        }
        Map<String, List<FrameInfo>> byParent = new HashMap<>();
        for (FrameInfo frame : frames) {
            frame.parentFrameId()
                    .ifPresent(p ->
                            byParent.computeIfAbsent(p, x -> new ArrayList<>()).add(frame));
        }
        List<FrameInfo> shown = new ArrayList<>();
        ArrayDeque<Hop> queue = new ArrayDeque<>(List.of(new Hop(top.get(), 0)));
        while (!queue.isEmpty() && shown.size() <= MAX_CHILDREN) {
            Hop parent = queue.remove();
            for (FrameInfo child : byParent.getOrDefault(parent.frame().frameId(), List.of())) {
                int hops = parent.hops() + (child.oopif() ? 1 : 0);
                if (hops <= MAX_HOPS) {
                    shown.add(child);
                    queue.add(new Hop(child, hops));
                }
            }
        }
        List<FrameInfo> children = shown.size() > MAX_CHILDREN ? shown.subList(0, MAX_CHILDREN) : shown;
        return new FrameTree(top, children, children.size() < frames.size() - 1);
    }

    private record Hop(FrameInfo frame, int hops) {}
}
