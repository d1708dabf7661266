package io.cdpsupervisor.mcp.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
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
        return Mono.fromCallable(() -> json.line(message)).doOnNext(out::write).then();
    }

    /** Answers what the SDK's types cannot: {@code id} is null when the agent's own could not be read. */
    void sendError(Object id, int code, String message) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("jsonrpc", "2.0");
        answer.put("id", id);
        answer.put("error", Map.of("code", code, "message", message));
        send(answer);
    }

    void sendResult(Object id, Object result) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("jsonrpc", "2.0");
        answer.put("id", id);
        answer.put("result", result);
        send(answer);
    }

    private void send(Map<String, Object> answer) {
        try {
            out.write(json.line(answer));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("An answer that is no JSON: " + answer, e);
        }
    }

    /**
     * The session asks for nothing but the params of {@code initialize}. They are read by hand: the mapper's study of the
     * SDK's records would cost every start tens of milliseconds, and only the version is of use.
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
