package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolCall;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import java.util.Map;

/** {@code browser_close}: lets go of the task's browser. Safe for any thread. */
final class CloseTool implements BrowserTool {

    private static final ToolDefinition DEFINITION = new ToolDefinition(
            "browser_close",
            "Closes the task's page and the browser behind it, unless somebody else owns that. browser_navigate opens"
                    + " a new one.",
            Schema.object(Map.of()),
            Map.of("destructiveHint", true),
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
        return ToolResult.ok(Map.of("closed", call.close()));
    }
}
