package io.cdpsupervisor.mcp.internal;

import io.cdpsupervisor.api.host.BrowserHost;
import io.cdpsupervisor.api.host.ToolRequest;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/** A host whose answers the test gives. Safe for any thread. */
final class FakeHost implements BrowserHost {
    volatile List<ToolDefinition> tools = List.of();
    volatile Function<ToolRequest, CompletableFuture<ToolResult>> answer = FakeHost::echo;
    final BlockingQueue<ToolRequest> requests = new LinkedBlockingQueue<>();
    final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    static CompletableFuture<ToolResult> echo(ToolRequest request) {
        return CompletableFuture.completedFuture(ToolResult.ok(request.arguments()));
    }

    static ToolDefinition tool(String name) {
        return new ToolDefinition(
                name,
                "Does " + name,
                Map.of("type", "object", "properties", Map.of("task_id", Map.of("type", "string"))),
                Map.of("readOnlyHint", true),
                ToolDefinition.OnDialog.FAIL);
    }

    void change(ToolDefinition... now) {
        tools = List.of(now);
        listeners.forEach(Runnable::run);
    }

    @Override
    public List<ToolDefinition> tools(String taskId) {
        return tools;
    }

    @Override
    public CompletableFuture<ToolResult> call(ToolRequest request) {
        requests.add(request);
        return answer.apply(request);
    }

    @Override
    public void close(String taskId) {
        throw new AssertionError("nobody asked to close " + taskId);
    }

    @Override
    public Registration onToolsChanged(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
