package io.cdpsupervisor.mcp.internal;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import reactor.core.publisher.Mono;

/** The session's way to the agent's end of the line. Safe for any thread. */
final class StdioTransport implements McpServerTransport {
    private static final Implementation ANY_CLIENT =
            Implementation.builder("any", "any").build();

    private final JsonLines json;
    private final LineWriter out;

    StdioTransport(JsonLines json, LineWriter out) {
        this.json = json;
        this.out = out;
    }

    Object read(byte[] line) throws IOException {
        return json.read(line);
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        return Mono.fromRunnable(() -> send(fields(message)));
    }

    /** Answers what the SDK's types cannot: {@code id} is null when the agent's own could not be read. */
    void sendError(Object id, int code, String message) {
        send(answer(id, "error", Map.of("code", code, "message", message)));
    }

    void sendResult(Object id, Map<String, Object> result) {
        send(answer(id, "result", result));
    }

    private void send(Map<String, Object> message) {
        try {
            out.write(json.line(message));
        } catch (IOException
                | OutOfMemoryError e) { // Reactor would throw the latter past whoever sends an error instead
            throw new IllegalStateException("The message cannot be written", e);
        }
    }

    private static Map<String, Object> fields(JSONRPCMessage message) {
        if (message instanceof JSONRPCNotification notification) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("jsonrpc", "2.0");
            fields.put("method", notification.method());
            if (notification.params() != null) {
                fields.put("params", notification.params());
            }
            return fields;
        }
        if (message instanceof JSONRPCResponse response) {
            return response.error() == null
                    ? answer(response.id(), "result", result(response.result()))
                    : answer(response.id(), "error", error(response.error()));
        }
        throw new IllegalArgumentException("Nothing is asked of the agent: " + message);
    }

    private static Map<String, Object> answer(Object id, String kind, Object content) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("jsonrpc", "2.0");
        fields.put("id", id);
        fields.put(kind, content);
        return fields;
    }

    private static Map<String, Object> error(JSONRPCError error) {
        return Map.of("code", error.code(), "message", error.message());
    }

    /** Our handlers give maps; only the greeting has to be of the SDK's type. */
    private static Object result(Object result) {
        if (!(result instanceof InitializeResult greeting)) {
            return result;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("protocolVersion", greeting.protocolVersion());
        fields.put(
                "capabilities",
                Map.of(
                        "tools",
                        Map.of("listChanged", greeting.capabilities().tools().listChanged())));
        fields.put(
                "serverInfo",
                Map.of(
                        "name", greeting.serverInfo().name(),
                        "version", greeting.serverInfo().version()));
        fields.put("instructions", greeting.instructions());
        return fields;
    }

    /**
     * The session asks for nothing but the params of {@code initialize}. They are read by hand, for the sake of
     * {@link JsonLines}; only the version is of use.
     */
    @Override
    @SuppressWarnings("unchecked")
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        if (type.getType() != InitializeRequest.class) {
            throw new UnsupportedOperationException(
                    "Nothing is asked of the agent, so no answer is read: " + type.getType());
        }
        if (data instanceof Map<?, ?> params && params.get("protocolVersion") instanceof String version) {
            return (T) InitializeRequest.builder(
                            version, ClientCapabilities.builder().build(), ANY_CLIENT)
                    .build();
        }
        throw McpError.builder(ErrorCodes.INVALID_PARAMS)
                .message("initialize needs params.protocolVersion.")
                .build();
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }
}
