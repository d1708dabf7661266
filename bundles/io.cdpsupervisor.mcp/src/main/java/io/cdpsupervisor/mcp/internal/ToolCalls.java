package io.cdpsupervisor.mcp.internal;

import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.host.BrowserHost;
import io.cdpsupervisor.api.host.ToolRequest;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolResult;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * The agent's requests about tools, put to the browser host. Calls run side by side and are answered on the host's
 * threads. Safe for any thread.
 */
final class ToolCalls {

    /** More calls at a time than this are refused. */
    static final int MAX_RUNNING = 128;

    private static final String TASK = "default";

    private final BrowserHost host;
    private final ToolAnswers answers;
    private final AtomicInteger running = new AtomicInteger();

    ToolCalls(BrowserHost host, ToolAnswers answers) {
        this.host = host;
        this.answers = answers;
    }

    Map<String, Object> list() {
        return Map.of("tools", host.tools(TASK).stream().map(ToolCalls::tool).toList());
    }

    /**
     * Runs a tool, whatever its name: the host has an answer for those it does not know.
     *
     * @param progress gets the params of progress notifications, if the agent wants them
     */
    Mono<Map<String, Object>> call(Object params, Consumer<Map<String, Object>> progress) {
        Map<?, ?> fields = params instanceof Map<?, ?> map ? map : Map.of();
        if (!(fields.get("name") instanceof String tool)) {
            return Mono.error(invalid("params.name is missing: the name of a tool."));
        }
        Object arguments = fields.get("arguments");
        if (arguments != null && !(arguments instanceof Map)) {
            return Mono.error(invalid("params.arguments must be an object."));
        }
        CallProgress told = CallProgress.of(fields.get("_meta"), progress);
        ToolRequest request = new ToolRequest(TASK, tool, object(arguments), told::report);
        return Mono.create(sink -> run(request, told, sink));
    }

    /** A sink that is cancelled cancels the call. */
    private void run(ToolRequest request, CallProgress progress, MonoSink<Map<String, Object>> sink) {
        if (running.incrementAndGet() > MAX_RUNNING) {
            running.decrementAndGet();
            sink.success(answers.answer(ToolResult.failure(
                    ErrorCode.BACKEND_UNAVAILABLE,
                    MAX_RUNNING + " calls are running, so this one was not started."
                            + " Wait for one of them to end, or cancel one, and call again.")));
            return;
        }
        CompletableFuture<ToolResult> call = start(request);
        AtomicBoolean cancelled = new AtomicBoolean();
        sink.onCancel(() -> {
            cancelled.set(true);
            call.cancel(true);
        });
        var unused = call.whenComplete((result, error) -> {
            running.decrementAndGet();
            progress.end();
            if (!cancelled.get()) {
                sink.success(
                        result == null
                                ? answers.bug(request.tool() + " ended without a result", error)
                                : answers.answer(result));
            }
        });
    }

    private CompletableFuture<ToolResult> start(ToolRequest request) {
        try {
            return Objects.requireNonNull(host.call(request));
        } catch (Throwable e) { // whatever it is, the agent is waiting for an answer
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Map<String, Object> tool(ToolDefinition definition) {
        Map<String, Object> tool = new LinkedHashMap<>();
        tool.put("name", definition.name());
        tool.put("description", definition.description());
        tool.put("inputSchema", definition.inputSchema());
        tool.put("annotations", definition.annotations());
        return tool;
    }

    private static Map<String, Object> object(Object json) {
        Map<String, Object> object = new LinkedHashMap<>();
        if (json instanceof Map<?, ?> map) {
            map.forEach((key, value) -> object.put((String) key, value));
        }
        return object;
    }

    private static McpError invalid(String message) {
        return McpError.builder(ErrorCodes.INVALID_PARAMS).message(message).build();
    }
}
