package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.redact.Redactor;
import java.util.Map;

/**
 * The value of an expression. Immutable.
 *
 * @param type as {@code typeof} says
 * @param value JSON-shaped, or null
 * @param cut whether it was too long to be shown whole
 */
record Evaluated(String type, Object value, boolean cut) {

    /** The keys of a result, secrets masked. */
    void into(Map<String, Object> fields) {
        Object safe = Redactor.deep(value);
        boolean tooLong = safe instanceof String text && text.length() > PlainValue.LONGEST;
        fields.put("value", tooLong ? NodeLine.cut((String) safe, PlainValue.LONGEST) : safe);
        fields.put("type", type);
        if (cut || tooLong) {
            fields.put("truncated", true);
            fields.put("note", "The value is too long to be shown whole: let the expression ask for a part of it.");
        }
    }
}
