package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolCall;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import java.util.Map;

/** A tool, {@code failing}, that throws when it is asked what it is, or else for whom. */
final class FailingTool implements BrowserTool {

    private final Throwable failure;
    private final boolean saysWhatItIs;

    FailingTool(Throwable failure, boolean saysWhatItIs) {
        this.failure = failure;
        this.saysWhatItIs = saysWhatItIs;
    }

    @Override
    public ToolDefinition definition() {
        if (saysWhatItIs) {
            return new ToolDefinition("failing", "fails", Map.of("type", "object"), Map.of(), OnDialog.FAIL);
        }
        throw failure();
    }

    @Override
    public boolean availableFor(String taskId) {
        if (saysWhatItIs) {
            throw failure();
        }
        return true;
    }

    @Override
    public ToolResult call(ToolCall call) {
        throw new AssertionError("must not be called");
    }

    private RuntimeException failure() {
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }
}
