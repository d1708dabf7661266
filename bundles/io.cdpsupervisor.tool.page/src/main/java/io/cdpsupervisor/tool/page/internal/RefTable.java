package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.supervisor.FrameInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The refs ({@code e1}, {@code e2}, …) of one task: an element keeps its ref while the page stays, and a ref is never
 * given twice, so that one of an earlier page cannot hit an element of this one. Safe for any thread.
 */
final class RefTable {

    /** Past this, elements that have left the page are forgotten; endless feeds make new ones all day. */
    private static final int MANY = 20_000;

    private final Map<Element, String> refs = new HashMap<>();
    private String document = "";
    private long last;

    /** Gives out refs for one reading of the page. */
    synchronized Reading begin(String document) {
        if (!this.document.equals(document)) {
            this.document = document;
            refs.clear();
        }
        return new Reading();
    }

    private synchronized String ref(Element element) {
        return refs.computeIfAbsent(element, e -> "e" + ++last);
    }

    private synchronized void forgetOthers(Set<Element> seen) {
        if (refs.size() > MANY) {
            refs.keySet().retainAll(seen);
        }
    }

    /** One reading of the page; confined to one call. */
    final class Reading {
        private final Set<Element> seen = new HashSet<>();

        String ref(FrameInfo frame, long backendNodeId) {
            Element element = new Element(frame.frameId(), frame.origin(), backendNodeId);
            seen.add(element);
            return RefTable.this.ref(element);
        }

        void end() {
            forgetOthers(seen);
        }
    }

    /** Node ids count anew in each process, and a frame changes its process only together with its origin. */
    private record Element(String frameId, String origin, long backendNodeId) {}
}
