package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolCall;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A tool that does what the test says. */
final class FakeTool implements BrowserTool {

    private final ToolDefinition definition;
    private final boolean startsUnderDialog;
    private final Function<ToolCall, ToolResult> body;
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);

    FakeTool(String name, OnDialog onDialog, boolean startsUnderDialog, Function<ToolCall, ToolResult> body) {
        this.definition = new ToolDefinition(
                name,
                "does " + name,
                Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of(
                                "how", Map.of("enum", List.of("well", "badly")),
                                "timeout", Map.of("type", "number", "maximum", 300)),
                        "additionalProperties",
                        false),
                Map.of(),
                onDialog,
                "timeout",
                Duration.ofSeconds(30));
        this.startsUnderDialog = startsUnderDialog;
        this.body = body;
    }

    void awaitEntered() {
        await(entered, "the tool was not entered");
    }

    void awaitLeft() {
        await(left, "the tool was not released");
    }

    private static void await(CountDownLatch latch, String failure) {
        try {
            if (!latch.await(10, TimeUnit.SECONDS)) {
                throw new AssertionError(failure);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public ToolDefinition definition() {
        return definition;
    }

    @Override
    public boolean runsDuringDialog(Map<String, Object> arguments) {
        return startsUnderDialog;
    }

    @Override
    public ToolResult call(ToolCall call) {
        entered.countDown();
        try {
            return body.apply(call);
        } finally {
            left.countDown();
        }
    }
}
