package io.cdpsupervisor.tool.dialog.internal;

import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolCall;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;

/** {@code browser_dialog}: answers a JavaScript dialog that blocks the task's page. Safe for any thread. */
@Component
public final class DialogTool implements BrowserTool {

    /** An answer is a round trip to the browser process, which a frozen page does not slow down. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private static final ToolDefinition DEFINITION = new ToolDefinition(
            "browser_dialog",
            "Answers an open JavaScript dialog (alert, confirm, prompt, beforeunload); see pending_dialogs in"
                    + " browser_snapshot. For beforeunload, accept leaves the page and dismiss stays.",
            schema(),
            Map.of("readOnlyHint", false),
            OnDialog.GO_ON);

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public boolean runsDuringDialog(Map<String, Object> arguments) {
        return true;
    }

    @Override
    public ToolResult call(ToolCall call) {
        Supervisor supervisor = call.supervisor()
                .orElseThrow(() -> new BrowserException(
                        ErrorCode.NO_SUPERVISOR, "Nothing is open for this task: call browser_navigate first."));
        Map<String, Object> arguments = call.arguments();
        DialogAnswer answer = new DialogAnswer(
                "accept".equals(arguments.get("action")),
                Optional.ofNullable((String) arguments.get("prompt_text")),
                Optional.ofNullable((String) arguments.get("dialog_id")));
        Duration left = call.remaining();
        DialogOutcome outcome = supervisor.respondToDialog(answer, left.compareTo(LONGEST) < 0 ? left : LONGEST);
        return result(answer, outcome);
    }

    private static ToolResult result(DialogAnswer answer, DialogOutcome outcome) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("action", answer.accept() ? "accept" : "dismiss");
        fields.put("dialog", outcome.dialog().toJson());
        outcome.navigation().ifPresent(navigation -> fields.put("navigation", navigation));
        return ToolResult.ok(fields);
    }

    private static Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(
                "action",
                text("accept presses OK, dismiss presses Cancel.", Map.of("enum", List.of("accept", "dismiss"))));
        properties.put("prompt_text", text("Text for a prompt; without it the prompt's default is kept.", Map.of()));
        properties.put("dialog_id", text("Which dialog, when several are pending, e.g. d-2.", Map.of()));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", List.of("action"));
        schema.put("additionalProperties", false);
        return schema;
    }

    private static Map<String, Object> text(String description, Map<String, Object> more) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        schema.put("description", description);
        schema.putAll(more);
        return schema;
    }
}
