package io.cdpsupervisor.tool.page.internal;

import java.util.Map;
import java.util.Optional;

/**
 * A call's arguments by type; the host has checked them against the schema. Immutable.
 *
 * @param values by name
 */
record Arguments(Map<String, Object> values) {

    Optional<String> text(String name) {
        return Optional.ofNullable((String) values.get(name));
    }

    /** False when absent. */
    boolean flag(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    Optional<Number> number(String name) {
        return Optional.ofNullable((Number) values.get(name));
    }

    /** Empty when absent. */
    @SuppressWarnings("unchecked") // the schema says object, and JSON objects have string keys
    Map<String, Object> map(String name) {
        return (Map<String, Object>) values.getOrDefault(name, Map.of());
    }
}
