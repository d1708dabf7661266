package io.cdpsupervisor.mcp.internal;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.modelcontextprotocol.server.McpRequestHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpServerSession;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * What the agent's lines do. The SDK's session dispatches and answers requests; around it this class keeps what the SDK
 * leaves open: lines that are no request, requests too early, and calls that the agent no longer wants. Lines come on
 * the reader thread, everything else is safe for any thread.
 */
final class AgentSession {
    private static final Logger LOG = LoggerFactory.getLogger(AgentSession.class);
    private static final String CANCELLED = "notifications/cancelled";

    /** For requests of ours to the agent; we send none. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    private final StdioTransport transport;
    private final McpServerSession session;

    /** By request id. Disposing of one cancels its call, and nothing is sent. */
    private final Map<Object, Disposable> running = new ConcurrentHashMap<>();

    /** Whether {@code initialize} made sense. Confined to the reader thread. */
    private boolean greeted;

    private volatile boolean open;

    AgentSession(StdioTransport transport, ToolCalls calls, Greeting greeting) {
        this.transport = transport;
        McpRequestHandler<Map<String, Object>> list = (exchange, params) -> Mono.fromCallable(calls::list);
        McpRequestHandler<Map<String, Object>> call = (exchange, params) -> calls.call(params, this::progress);
        session = new McpServerSession(
                "stdio",
                REQUEST_TIMEOUT,
                transport,
                request -> {
                    greeted = true;
                    return greeting.handle(request);
                },
                Map.of(McpSchema.METHOD_TOOLS_LIST, list, McpSchema.METHOD_TOOLS_CALL, call),
                Map.of(McpSchema.METHOD_NOTIFICATION_INITIALIZED, (exchange, params) -> Mono.empty()));
    }

    void onLine(Line line) {
        if (line.tooLong()) {
            refuse(null, "The line is longer than " + StdioServer.MAX_LINE + " bytes. Send less in one message.");
            return;
        }
        Object message;
        try {
            message = transport.read(line.bytes());
        } catch (StreamConstraintsException e) {
            LOG.debug("A line that is too much: {}", e.getMessage());
            refuse(null, "The message has too many values, levels or digits. Send less in one message.");
            return;
        } catch (IOException e) {
            LOG.debug("A line that is no JSON: {}", e.getMessage());
            transport.sendError(null, ErrorCodes.PARSE_ERROR, "The line is no JSON. Send one JSON-RPC message a line.");
            return;
        }
        if (message instanceof Map<?, ?> fields) {
            onMessage(fields);
        } else {
            refuse(null, "The line is no JSON object. Send one JSON-RPC message a line; there are no batches.");
        }
    }

    /** A line could not be handled; whose answer is missing cannot be told any more. */
    void onFailure(Throwable e) {
        LOG.error("A line could not be handled", e);
        transport.sendError(
                null, ErrorCodes.INTERNAL_ERROR, "A message could not be handled; the log has the details.");
    }

    /** Tells the agent that it should list the tools again, once it can know them at all. */
    void toolsChanged() {
        if (open) {
            tell(McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED, null);
        }
    }

    /** Cancels all running calls. */
    void close() {
        running.values().forEach(Disposable::dispose);
    }

    private void onMessage(Map<?, ?> message) {
        Object id = message.get("id") instanceof String || message.get("id") instanceof Long ? message.get("id") : null;
        if (!(message.get("method") instanceof String method)) {
            if (!message.containsKey("result") && !message.containsKey("error")) {
                refuse(id, "The message has no method.");
            }
        } else if (!"2.0".equals(message.get("jsonrpc"))) {
            refuse(id, "jsonrpc must be \"2.0\".");
        } else if (!message.containsKey("id")) {
            onNotification(method, message.get("params"));
        } else if (id == null) {
            refuse(null, "The id must be a string or an integer.");
        } else {
            onRequest(id, method, message.get("params"));
        }
    }

    private void onNotification(String method, Object params) {
        if (CANCELLED.equals(method) && params instanceof Map<?, ?> fields && fields.get("requestId") != null) {
            Disposable call = running.remove(fields.get("requestId"));
            if (call != null) {
                call.dispose();
            }
        }
    }

    private void onRequest(Object id, String method, Object params) {
        if (McpSchema.METHOD_PING.equals(method)) {
            transport.sendResult(id, Map.of());
        } else if (!open && !McpSchema.METHOD_INITIALIZE.equals(method)) {
            refuse(id, "The session is not open. Send initialize first.");
        } else if (params != null && !(params instanceof Map)) {
            transport.sendError(id, ErrorCodes.INVALID_PARAMS, "params must be an object.");
        } else {
            dispatch(new JSONRPCRequest(method, id, params));
        }
    }

    private void dispatch(JSONRPCRequest request) {
        Disposable.Swap call = Disposables.swap();
        if (running.putIfAbsent(request.id(), call) != null) {
            refuse(request.id(), "A request with this id is still running. Use every id once.");
            return;
        }
        try {
            call.update(session.handle(request)
                    .doFinally(end -> running.remove(request.id(), call))
                    .subscribe(nothing -> {}, e -> failed(request, e), this::answered));
        } catch (Throwable e) { // Reactor throws linkage and memory errors at the subscriber
            running.remove(request.id(), call);
            failed(request, e);
        }
    }

    /**
     * The SDK holds requests back until the agent has said {@code notifications/initialized}; many never do. So we say it
     * in their place, as soon as {@code initialize} is answered.
     */
    private void answered() {
        if (greeted && !open) {
            session.handle(new JSONRPCNotification(McpSchema.METHOD_NOTIFICATION_INITIALIZED))
                    .subscribe();
            open = true;
        }
    }

    private void progress(Map<String, Object> params) {
        tell(McpSchema.METHOD_NOTIFICATION_PROGRESS, params);
    }

    private void tell(String method, Object params) {
        session.sendNotification(method, params)
                .subscribe(nothing -> {}, e -> LOG.warn("{} could not be sent", method, e));
    }

    private void failed(JSONRPCRequest request, Throwable e) {
        LOG.error("Request {} ({}) could not be answered", request.id(), request.method(), e);
        transport.sendError(request.id(), ErrorCodes.INTERNAL_ERROR, "Internal error; the log has the details.");
    }

    private void refuse(Object id, String reason) {
        transport.sendError(id, ErrorCodes.INVALID_REQUEST, reason);
    }
}
