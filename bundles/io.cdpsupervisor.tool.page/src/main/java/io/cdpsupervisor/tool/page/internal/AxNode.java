package io.cdpsupervisor.tool.page.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A node of the accessibility tree. Immutable.
 *
 * @param role as Chromium names it, such as {@code StaticText}; empty for ignored nodes at times
 * @param properties name to value, such as {@code focusable} to {@code true}
 * @param backendNodeId the DOM node behind it; 0 for none
 * @param children node ids
 */
record AxNode(
        String id,
        boolean ignored,
        String role,
        String name,
        String value,
        Map<String, Object> properties,
        long backendNodeId,
        List<String> children) {

    /** Reads a node of {@code Accessibility.getFullAXTree}; what is missing is empty. */
    static AxNode of(Map<?, ?> json) {
        return new AxNode(
                String.valueOf(json.get("nodeId")),
                Boolean.TRUE.equals(json.get("ignored")),
                string(json.get("role")),
                string(json.get("name")),
                string(json.get("value")),
                properties(json.get("properties")),
                json.get("backendDOMNodeId") instanceof Number n ? n.longValue() : 0,
                strings(json.get("childIds")));
    }

    boolean is(String property) {
        return "true".equals(String.valueOf(properties.get(property)));
    }

    /** The value inside an {@code AXValue}. */
    private static Object inside(Object axValue) {
        return axValue instanceof Map<?, ?> map ? map.get("value") : null;
    }

    private static String string(Object axValue) {
        Object value = inside(axValue);
        return value == null ? "" : String.valueOf(value);
    }

    private static Map<String, Object> properties(Object json) {
        Map<String, Object> out = new LinkedHashMap<>();
        if (json instanceof List<?> list) {
            for (Object entry : list) {
                if (entry instanceof Map<?, ?> property && inside(property.get("value")) != null) {
                    out.put(String.valueOf(property.get("name")), inside(property.get("value")));
                }
            }
        }
        return out;
    }

    private static List<String> strings(Object json) {
        List<String> out = new ArrayList<>();
        if (json instanceof List<?> list) {
            list.forEach(id -> out.add(String.valueOf(id)));
        }
        return out;
    }
}
