package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.supervisor.ConsoleEntry;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolCall;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * {@code browser_console}: what the task's pages have logged, which needs no answer from them, and the value of an
 * expression. Safe for any thread.
 */
final class ConsoleTool implements BrowserTool {

    private static final String EXPRESSION = "expression";

    private static final ToolDefinition DEFINITION = new ToolDefinition(
            "browser_console",
            "Shows the last 50 console lines and uncaught errors of the page and its popups. With expression, runs"
                    + " JavaScript in the page first and gives its value.",
            schema(),
            Map.of("readOnlyHint", false),
            OnDialog.FAIL);

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public boolean runsDuringDialog(Map<String, Object> arguments) {
        return !arguments.containsKey(EXPRESSION);
    }

    @Override
    public ToolResult call(ToolCall call) {
        Arguments arguments = new Arguments(call.arguments());
        TaskCdp cdp = call.cdp();
        Map<String, Object> fields = new LinkedHashMap<>();
        Optional<String> expression = arguments.text(EXPRESSION);
        if (expression.isPresent()) {
            TaskPage page = TaskPage.of(arguments, cdp.snapshot());
            new Evaluation(call, cdp, page.route()).of(expression.get()).into(fields);
        }
        fields.put(
                "entries",
                cdp.snapshot().console().stream().map(ConsoleTool::entry).toList());
        if (arguments.flag("clear")) {
            call.supervisor().ifPresent(Supervisor::clearConsole);
        }
        return ToolResult.ok(fields);
    }

    private static Map<String, Object> entry(ConsoleEntry line) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("ts", line.at().toEpochMilli() / 1000.0);
        entry.put("level", line.level());
        entry.put("text", line.text());
        entry.put("url", line.url());
        return entry;
    }

    private static Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(
                EXPRESSION, Schema.word("JavaScript, e.g. document.title; await works, and a promise is awaited."));
        properties.put("clear", Schema.flag("Empty the list after showing it."));
        properties.put(TaskPage.ARGUMENT, Schema.popup());
        return Schema.object(properties);
    }
}
