package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.supervisor.FrameInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The refs ({@code e1}, {@code e2}, …) of one task: an element keeps its ref while its page stays, and a ref is never
 * given twice, so that one of an earlier page cannot hit an element of this one. Safe for any thread.
 */
final class RefTable {

    /** Past this, elements that have left the page are forgotten; endless feeds make new ones all day. */
    private static final int MANY = 20_000;

    /** The page and its popups; past this, the one that was read longest ago loses its refs. */
    private static final int MOST_PAGES = 8;

    /** What was read last of each page, by target. */
    private final Map<String, Document> documents = new LinkedHashMap<>(16, 0.75f, true);

    private long last;

    /** Gives out refs for one reading of a page. */
    synchronized Reading begin(String targetId, String document) {
        Document known = documents.get(targetId);
        if (known == null || !known.name.equals(document)) {
            known = new Document(document);
            documents.put(targetId, known);
            if (documents.size() > MOST_PAGES) {
                documents.remove(documents.keySet().iterator().next());
            }
        }
        return new Reading(known);
    }

    /** The element that had this ref when the page was read; empty when the page shows another document now. */
    synchronized Optional<Element> find(String targetId, String document, String ref) {
        return Optional.ofNullable(documents.get(targetId)).filter(known -> known.name.equals(document)).stream()
                .flatMap(known -> known.refs.entrySet().stream())
                .filter(entry -> entry.getValue().equals(ref))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private synchronized String ref(Document document, Element element) {
        return document.refs.computeIfAbsent(element, e -> "e" + ++last);
    }

    private synchronized void forgetOthers(Document document, Set<Element> seen) {
        if (document.refs.size() > MANY) {
            document.refs.keySet().retainAll(seen);
        }
    }

    /** One reading of a page; confined to one call. */
    final class Reading {
        private final Document document;
        private final Set<Element> seen = new HashSet<>();

        private Reading(Document document) {
            this.document = document;
        }

        String ref(FrameInfo frame, long backendNodeId) {
            Element element = new Element(frame.frameId(), frame.origin(), backendNodeId);
            seen.add(element);
            return RefTable.this.ref(document, element);
        }

        void end() {
            forgetOthers(document, seen);
        }
    }

    /** Node ids count anew in each process, and a frame changes its process only together with its origin. */
    record Element(String frameId, String origin, long backendNodeId) {}

    /** Under the table's monitor. */
    private static final class Document {
        private final String name;
        private final Map<Element, String> refs = new HashMap<>();

        Document(String name) {
            this.name = name;
        }
    }
}
