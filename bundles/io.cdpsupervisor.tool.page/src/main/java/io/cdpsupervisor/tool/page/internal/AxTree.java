package io.cdpsupervisor.tool.page.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The accessibility tree of one frame's document. Immutable. */
final class AxTree {

    private final Map<String, AxNode> nodes = new LinkedHashMap<>();

    /** Reads the result of {@code Accessibility.getFullAXTree}. */
    AxTree(Map<String, Object> result) {
        if (result.get("nodes") instanceof List<?> list) {
            for (Object json : list) {
                if (json instanceof Map<?, ?> map) {
                    AxNode node = AxNode.of(map);
                    nodes.put(node.id(), node);
                }
            }
        }
    }

    /** The document's own node: Chromium sends it first. */
    Optional<AxNode> root() {
        return nodes.values().stream().findFirst();
    }

    /** In order; an id without a node is left out. */
    List<AxNode> children(AxNode parent) {
        return parent.children().stream()
                .filter(nodes::containsKey)
                .map(nodes::get)
                .toList();
    }
}
