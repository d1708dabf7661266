package io.cdpsupervisor.itests.product;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The agent's end of MCP over stdio: JSON-RPC, a message a line. Safe for any thread. */
final class McpClient {

    private static final int ANSWER_S = 60;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final OutputStream toServer;
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final List<JsonNode> notifications = new CopyOnWriteArrayList<>();
    private final List<String> impure = new CopyOnWriteArrayList<>();

    McpClient(Process server) {
        toServer = server.getOutputStream();
        Thread reader = new Thread(() -> readAll(server), "mcp-client");
        reader.setDaemon(true);
        reader.start();
    }

    /** The handshake; returns what the server says of itself. */
    JsonNode initialize() {
        JsonNode answer = request(
                "initialize",
                Map.of(
                        "protocolVersion",
                        "2025-06-18",
                        "capabilities",
                        Map.of(),
                        "clientInfo",
                        Map.of("name", "itests", "version", "1")));
        line(JSON.createObjectNode()
                .put("jsonrpc", "2.0")
                .put("method", "notifications/initialized")
                .toString());
        return answer.path("result");
    }

    /** Sends a request and waits for its answer, which has either {@code result} or {@code error}. */
    JsonNode request(String method, Map<String, ?> params) {
        int id = lastId.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        ObjectNode message =
                JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(params));
        line(message.toString());
        return answer.orTimeout(ANSWER_S, TimeUnit.SECONDS).join();
    }

    /** Calls a tool for a task and waits for its answer. */
    ToolAnswer call(String task, String tool, Map<String, ?> arguments) {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        all.put("task_id", task);
        return ToolAnswer.of(request("tools/call", Map.of("name", tool, "arguments", all)));
    }

    /** Sends a line as it is. */
    synchronized void line(String text) {
        try {
            toServer.write((text + "\n").getBytes(StandardCharsets.UTF_8));
            toServer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("The server reads no more.", e);
        }
    }

    /** An object from its JSON. */
    static Map<String, Object> object(String json) throws JsonProcessingException {
        return JSON.readValue(json, new TypeReference<Map<String, Object>>() {});
    }

    void closeInput() throws IOException {
        toServer.close();
    }

    /** The methods of the notifications that have come. */
    List<String> notifications() {
        return notifications.stream()
                .map(message -> message.path("method").asText())
                .toList();
    }

    /** Lines of stdout that are no JSON-RPC. */
    List<String> impureLines() {
        return impure;
    }

    private void readAll(Process server) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                onLine(line);
            }
        } catch (IOException e) {
            impure.add("(reading ended: " + e + ")");
        }
        waiting.values()
                .forEach(answer -> answer.completeExceptionally(new IOException("The server closed its output.")));
    }

    private void onLine(String line) {
        JsonNode message;
        try {
            message = JSON.readTree(line);
        } catch (JsonProcessingException e) {
            impure.add(line);
            return;
        }
        if (!"2.0".equals(message.path("jsonrpc").asText())) {
            impure.add(line);
        } else if (message.hasNonNull("id") && !message.has("method")) {
            CompletableFuture<JsonNode> answer =
                    waiting.remove(message.path("id").asInt());
            if (answer != null) {
                answer.complete(message);
            }
        } else {
            notifications.add(message);
        }
    }
}
