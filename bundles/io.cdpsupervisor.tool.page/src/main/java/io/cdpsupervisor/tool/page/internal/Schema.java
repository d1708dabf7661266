package io.cdpsupervisor.tool.page.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The few JSON Schema shapes that the tools' arguments need. Pure; safe for any thread. */
final class Schema {

    private Schema() {}

    /** An object that takes these properties and no others. */
    static Map<String, Object> object(Map<String, Object> properties, String... required) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (required.length > 0) {
            schema.put("required", List.of(required));
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    static Map<String, Object> text(String description) {
        return described("string", description);
    }

    /** A string of at least one character. */
    static Map<String, Object> word(String description) {
        Map<String, Object> schema = described("string", description);
        schema.put("minLength", 1);
        return schema;
    }

    static Map<String, Object> flag(String description) {
        return described("boolean", description);
    }

    /** The argument that {@link TaskPage} reads. */
    static Map<String, Object> popup() {
        return word("A popup of page.popups instead of the page.");
    }

    static Map<String, Object> map(String description) {
        return described("object", description);
    }

    static Map<String, Object> integer(String description, long minimum, long maximum) {
        return ranged("integer", description, minimum, maximum);
    }

    static Map<String, Object> number(String description, long minimum, long maximum) {
        return ranged("number", description, minimum, maximum);
    }

    private static Map<String, Object> ranged(String type, String description, long minimum, long maximum) {
        Map<String, Object> schema = described(type, description);
        schema.put("minimum", minimum);
        schema.put("maximum", maximum);
        return schema;
    }

    private static Map<String, Object> described(String type, String description) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        schema.put("description", description);
        return schema;
    }
}
