package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.redact.Redactor;
import java.util.List;
import java.util.Map;

/**
 * A page as text. Immutable.
 *
 * @param text the outline; when it was cut, the last line says how to get more
 */
record PageText(String text, boolean truncated) {

    private static final String MORE = "- … cut, %d more lines: call browser_snapshot with a larger max_chars or full";

    /** Joins the lines, masks secrets and cuts between lines at the limit in characters. */
    static PageText of(List<String> lines, int limit, boolean complete) {
        String all = Redactor.text(String.join("\n", lines));
        if (all.length() <= limit) {
            return new PageText(all, !complete);
        }
        int cut = all.lastIndexOf('\n', Math.max(0, limit - MORE.length() - 12));
        String shown = all.substring(0, Math.max(cut, 0));
        long left = all.substring(shown.length()).strip().lines().count();
        String more = String.format(MORE, left);
        return new PageText(shown.isEmpty() ? more : shown + "\n" + more, true);
    }

    /** The keys of a result. */
    void into(Map<String, Object> fields) {
        fields.put("snapshot", text);
        fields.put("truncated", truncated);
    }
}
