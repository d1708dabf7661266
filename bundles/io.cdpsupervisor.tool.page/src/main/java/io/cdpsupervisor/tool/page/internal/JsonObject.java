package io.cdpsupervisor.tool.page.internal;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An object of a reply, read leniently: what is missing or of another type is empty. Immutable.
 *
 * @param values as the reply has them
 */
record JsonObject(Map<?, ?> values) {

    static final JsonObject EMPTY = new JsonObject(Map.of());

    /** {@link #EMPTY} when it is no object. */
    static JsonObject of(Object json) {
        return json instanceof Map<?, ?> map ? new JsonObject(map) : EMPTY;
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    Object value(String key) {
        return values.get(key);
    }

    JsonObject object(String key) {
        return of(values.get(key));
    }

    List<?> list(String key) {
        return values.get(key) instanceof List<?> list ? list : List.of();
    }

    /** Empty for an empty text, too. */
    Optional<String> text(String key) {
        return values.get(key) instanceof String text && !text.isEmpty() ? Optional.of(text) : Optional.empty();
    }

    /** 0 when there is none. */
    double number(String key) {
        return values.get(key) instanceof Number number ? number.doubleValue() : 0;
    }
}
