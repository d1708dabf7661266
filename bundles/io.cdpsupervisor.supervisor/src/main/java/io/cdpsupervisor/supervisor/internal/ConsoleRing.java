package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.redact.Redactor;
import io.cdpsupervisor.api.supervisor.ConsoleEntry;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The last lines of a task's console. Outlives its connections. Confined to the loop. */
final class ConsoleRing {

    private static final int SIZE = 50;
    private static final int MAX_ARGUMENTS = 4;

    private final ArrayDeque<ConsoleEntry> entries = new ArrayDeque<>();

    List<ConsoleEntry> list() {
        return List.copyOf(entries);
    }

    void clear() {
        entries.clear();
    }

    void onConsoleApi(Map<String, Object> params, Instant now) {
        String level = switch (Params.text(params, "type")) {
            case "error", "assert" -> "error";
            case "warning" -> "warning";
            default -> "log";
        };
        String text = Params.objects(params, "args").stream()
                .limit(MAX_ARGUMENTS)
                .map(ConsoleRing::argument)
                .collect(Collectors.joining(" "));
        String url = Params.objects(Params.object(params, "stackTrace"), "callFrames").stream()
                .findFirst()
                .map(frame -> Params.text(frame, "url"))
                .orElse("");
        add(now, level, text, url);
    }

    /** {@code exceptionDetails.text} is only "Uncaught"; what helps is the exception's description. */
    void onException(Map<String, Object> params, Instant now) {
        Map<String, Object> details = Params.object(params, "exceptionDetails");
        Map<String, Object> exception = Params.object(details, "exception");
        String description = Params.text(exception, "description");
        String text = description.isEmpty() ? Params.text(details, "text") + " " + argument(exception) : description;
        add(now, "exception", text.trim(), Params.text(details, "url"));
    }

    private static String argument(Map<String, Object> remoteObject) {
        Object value = remoteObject.get("value");
        if (value != null) {
            return String.valueOf(value);
        }
        String special = Params.text(remoteObject, "unserializableValue");
        return special.isEmpty() ? Params.text(remoteObject, "description") : special;
    }

    private void add(Instant now, String level, String text, String url) {
        if (entries.size() == SIZE) {
            entries.removeFirst();
        }
        entries.addLast(new ConsoleEntry(now, level, Redactor.text(PageText.bounded(text)), Redactor.text(url)));
    }
}
