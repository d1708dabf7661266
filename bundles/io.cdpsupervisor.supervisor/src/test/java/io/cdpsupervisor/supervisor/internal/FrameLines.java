package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.supervisor.FrameInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Frames as lines of text, a child under its parent, so that two trees can be compared and read. Pure. */
final class FrameLines {

    private FrameLines() {}

    /** Siblings in their order; what hangs nowhere comes last. */
    static List<String> of(Collection<FrameInfo> frames) {
        Map<String, FrameInfo> left = new LinkedHashMap<>();
        frames.forEach(f -> left.put(f.frameId(), f));
        List<String> lines = new ArrayList<>();
        take("", "", left, lines);
        left.values().forEach(f -> lines.add("nowhere: " + f.parentFrameId() + " > " + line(f)));
        return lines;
    }

    private static void take(String parent, String indent, Map<String, FrameInfo> left, List<String> lines) {
        List<FrameInfo> children = left.values().stream()
                .filter(f -> f.parentFrameId().orElse("").equals(parent))
                .toList();
        for (FrameInfo child : children) {
            left.remove(child.frameId());
            lines.add(indent + line(child));
            take(child.frameId(), indent + "  ", left, lines);
        }
    }

    private static String line(FrameInfo f) {
        String process = f.oopif() ? " out of process, session " : f.sessionId().isPresent() ? " in process?! " : "";
        return f.frameId() + " " + f.url() + " of " + f.origin() + process
                + f.sessionId().orElse("");
    }
}
