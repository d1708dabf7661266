package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolCall;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * {@code browser_snapshot}: what the task's page shows, and its state, which needs no answer from the page. Safe for
 * any thread.
 */
final class SnapshotTool implements BrowserTool {

    private static final int SHORTEST = 200;
    private static final int LONGEST = 2_000_000;

    private static final ToolDefinition DEFINITION = new ToolDefinition(
            "browser_snapshot",
            "Shows the page as an accessibility outline with [ref=eN] on what can be acted on, iframes in place, and"
                    + " its open dialogs and frames. With a dialog open only the state comes: answer it with"
                    + " browser_dialog.",
            schema(),
            Map.of("readOnlyHint", true),
            OnDialog.SUCCEED);

    private final PageReader reader;
    private final IntSupplier threshold;

    /**
     * A tool on this reader.
     *
     * @param threshold the limit in characters of calls that name none; asked on every call
     */
    SnapshotTool(PageReader reader, IntSupplier threshold) {
        this.reader = reader;
        this.threshold = threshold;
    }

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
        Arguments arguments = new Arguments(call.arguments());
        TaskCdp cdp = call.cdp();
        SupervisorSnapshot now = cdp.snapshot();
        TaskPage page = TaskPage.of(arguments, now);
        Map<String, Object> fields = new LinkedHashMap<>();
        if (!arguments.flag("state_only") && page.answers(now)) {
            reader.read(call, cdp, page, limit(arguments)).into(fields);
        }
        return ToolResult.okWithState(fields);
    }

    private int limit(Arguments arguments) {
        if (arguments.flag("full")) {
            return LONGEST;
        }
        return arguments.number("max_chars").map(Number::intValue).orElseGet(threshold::getAsInt);
    }

    private static Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("max_chars", Schema.integer("Limit of the text, default 15000.", SHORTEST, LONGEST));
        properties.put("full", Schema.flag("Lifts the limit."));
        properties.put("state_only", Schema.flag("Dialogs, frames and page state only."));
        properties.put(TaskPage.ARGUMENT, Schema.popup());
        return Schema.object(properties);
    }
}
