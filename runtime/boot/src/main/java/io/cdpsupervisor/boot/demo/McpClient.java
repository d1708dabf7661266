package io.cdpsupervisor.boot.demo;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A small agent: speaks MCP as JSON-RPC lines, one request at a time. Closing it ends the server's input. Used by one
 * thread.
 */
public final class McpClient implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final JsonReaderFactory readers = Json.createReaderFactory(Map.of());
    private final OutputStream out;
    private final BlockingQueue<JsonObject> messages = new LinkedBlockingQueue<>();
    private int lastId;

    /**
     * @param in what the server says
     * @param out what the server hears
     */
    public McpClient(InputStream in, OutputStream out) {
        this.out = out;
        Thread reader = new Thread(() -> read(in), "cdp-supervisor-demo-agent");
        reader.setDaemon(true);
        reader.start();
    }

    /** Introduces itself and gives the server's name. */
    public String initialize() throws IOException {
        JsonObject result = request(
                "initialize",
                Json.createObjectBuilder()
                        .add("protocolVersion", "2025-06-18")
                        .add("capabilities", JsonValue.EMPTY_JSON_OBJECT)
                        .add(
                                "clientInfo",
                                Json.createObjectBuilder().add("name", "demo").add("version", "1"))
                        .build());
        send(Json.createObjectBuilder()
                .add("method", "notifications/initialized")
                .build());
        return result.getJsonObject("serverInfo").getString("name");
    }

    /** The names of the tools that are offered now. */
    public List<String> tools() throws IOException {
        return request("tools/list", JsonValue.EMPTY_JSON_OBJECT).getJsonArray("tools").stream()
                .map(tool -> tool.asJsonObject().getString("name"))
                .toList();
    }

    /** What a tool answers, success or not. */
    public JsonObject call(String tool, JsonObject arguments) throws IOException {
        JsonObject params = Json.createObjectBuilder()
                .add("name", tool)
                .add("arguments", arguments)
                .build();
        return request("tools/call", params).getJsonObject("structuredContent");
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private JsonObject request(String method, JsonObject params) throws IOException {
        int id = ++lastId;
        send(Json.createObjectBuilder()
                .add("id", id)
                .add("method", method)
                .add("params", params)
                .build());
        JsonObject reply = reply(id, method);
        if (!reply.containsKey("result")) {
            throw new IOException(method + " was refused: " + reply.get("error"));
        }
        return reply.getJsonObject("result");
    }

    private void send(JsonObject message) throws IOException {
        String line = Json.createObjectBuilder(message).add("jsonrpc", "2.0").build() + "\n";
        out.write(line.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private JsonObject reply(int id, String method) throws IOException {
        long end = System.nanoTime() + LIMIT.toNanos();
        try {
            JsonObject message = messages.poll(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
            while (message != null) {
                if (!message.containsKey("method") && message.getInt("id", -1) == id) {
                    return message;
                }
                message = messages.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IOException(method + " was not answered within " + LIMIT.toSeconds() + " s.");
    }

    /** Ends with the server's output; whoever still waits then runs into the limit. */
    private void read(InputStream in) {
        try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null) {
                messages.add(readers.createReader(new StringReader(line)).readObject());
                line = lines.readLine();
            }
        } catch (IOException e) {
            return; // the pipe was closed under the reader: the demo is over
        }
    }
}
