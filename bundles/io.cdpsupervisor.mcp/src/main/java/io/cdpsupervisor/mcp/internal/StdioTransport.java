package io.cdpsupervisor.mcp.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import reactor.core.publisher.Mono;

/** The session's way to the agent's end of the line. Safe for any thread. */
final class StdioTransport implements McpServerTransport {
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

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        try {
            T value = json.convert(data, type);
            if (value != null) {
                return value;
            }
        } catch (IllegalArgumentException e) {
            throw McpError.builder(ErrorCodes.INVALID_PARAMS)
                    .message("The params do not have the shape that the protocol asks for: " + e.getMessage())
                    .build();
        }
        throw McpError.builder(ErrorCodes.INVALID_PARAMS)
                .message("params are missing")
                .build();
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }
}
