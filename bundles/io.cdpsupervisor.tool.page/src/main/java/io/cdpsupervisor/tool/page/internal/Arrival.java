package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.redact.Redactor;
import java.util.Map;
import java.util.Optional;

/**
 * Where a navigation ended. Immutable.
 *
 * @param status of the HTTP response, when known
 * @param note what the agent should know beside it
 */
record Arrival(String url, String title, Optional<Long> status, Optional<String> note) {

    /** Reads all of it at once; a page may have replaced what it is asked for. */
    static final String EXPRESSION = """
            (() => {
              let status = 0;
              try { status = performance.getEntriesByType('navigation')[0].responseStatus } catch (e) {}
              return {url: location.href, title: document.title, status: status};
            })()""";

    /** Reads the reply to the expression; only web addresses have an HTTP status. */
    static Arrival of(Map<String, Object> reply) {
        Map<?, ?> value = reply.get("result") instanceof Map<?, ?> result && result.get("value") instanceof Map<?, ?> v
                ? v
                : Map.of();
        String url = value.get("url") instanceof String s ? s : "";
        boolean known = value.get("status") instanceof Number n && n.longValue() > 0 && !url.startsWith("data:");
        return new Arrival(
                url,
                value.get("title") instanceof String s ? s : "",
                known ? Optional.of(((Number) value.get("status")).longValue()) : Optional.empty(),
                Optional.empty());
    }

    Arrival at(String otherUrl) {
        return new Arrival(otherUrl, title, status, note);
    }

    /** Without a status: it is of the document that stayed. */
    Arrival stayed(String why) {
        return new Arrival(url, title, Optional.empty(), Optional.of(why));
    }

    /** The keys of a result. */
    void into(Map<String, Object> fields) {
        fields.put("url", Redactor.text(url));
        fields.put("title", Redactor.text(title));
        status.ifPresent(code -> fields.put("status", code));
        note.ifPresent(text -> fields.put("note", text));
    }
}
