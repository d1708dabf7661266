package io.cdpsupervisor.supervisor.internal;

import java.util.List;
import java.util.Map;

/** Reads protocol objects leniently: what is missing or of another type counts as empty. Safe for any thread. */
final class Params {

    private Params() {}

    static String text(Map<String, Object> object, String key) {
        return object.get(key) instanceof String s ? s : "";
    }

    static boolean flag(Map<String, Object> object, String key) {
        return Boolean.TRUE.equals(object.get(key));
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    static Map<String, Object> object(Map<String, Object> object, String key) {
        return object.get(key) instanceof Map<?, ?> m ? (Map<String, Object>) m : Map.of();
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    static List<Map<String, Object>> objects(Map<String, Object> object, String key) {
        if (!(object.get(key) instanceof List<?> list)) {
            return List.of();
        }
        return list.stream()
                .filter(Map.class::isInstance)
                .map(m -> (Map<String, Object>) m)
                .toList();
    }
}
