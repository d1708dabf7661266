package io.cdpsupervisor.mcp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** An agent at the other end of two real pipes; fails on a line that is no JSON-RPC. Safe for any thread. */
final class Agent implements AutoCloseable {
    static final Duration DEADLINE = Duration.ofSeconds(30);

    private static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(StdioServer.MAX_LINE)
                    .build())
            .build());

    final FakeHost host = new FakeHost();
    final CountDownLatch ended = new CountDownLatch(1);
    private final Pipe there = Pipe.open();
    private final Pipe back = Pipe.open();
    private final OutputStream stdin = Channels.newOutputStream(there.sink());
    private final StdioServer server;
    private final List<JsonNode> messages = new ArrayList<>();
    private final List<String> odd = new ArrayList<>();

    Agent() throws IOException {
        server = new StdioServer(
                Channels.newInputStream(there.source()),
                Channels.newOutputStream(back.sink()),
                host,
                "1.2.3",
                ended::countDown);
        Thread reader = new Thread(this::read, "agent");
        reader.setDaemon(true);
        reader.start();
        server.start();
    }

    static Agent initialized() throws IOException {
        Agent agent = new Agent();
        agent.initialize("2025-06-18");
        return agent;
    }

    JsonNode initialize(String version) throws IOException {
        send("""
            {"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"%s",\
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}""".formatted(version));
        return answer("init");
    }

    void send(String line) throws IOException {
        stdin.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        stdin.flush();
    }

    void call(int id, String tool, String arguments) throws IOException {
        send("""
            {"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":%s}}""".formatted(id, tool, arguments));
    }

    /** Sends a ping and waits for its answer: whatever was said before has been heard. */
    void ping(int id) throws IOException {
        send("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}".formatted(id));
        assertThat(answer(id).path("result").isObject()).as("ping is answered").isTrue();
    }

    JsonNode answer(Object id) {
        return await(
                m -> m.has("id") && !m.has("method") && m.get("id").asText().equals(String.valueOf(id)));
    }

    JsonNode notification(String method) {
        return await(m -> m.path("method").asText().equals(method));
    }

    /** The first message that fits and has not been taken yet; takes it. */
    synchronized JsonNode await(Predicate<JsonNode> wanted) {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (true) {
            assertThat(odd).as("lines that are no JSON-RPC").isEmpty();
            for (JsonNode message : messages) {
                if (wanted.test(message)) {
                    messages.remove(message);
                    return message;
                }
            }
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            assertThat(left).as("time left; other messages: %s", messages).isPositive();
            try {
                wait(left);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** What has come and was not taken. */
    synchronized List<JsonNode> untaken() {
        return List.copyOf(messages);
    }

    void hangUp() throws IOException {
        stdin.close();
    }

    void stopReading() throws IOException {
        back.source().close();
    }

    /** A first answer may still fit into the pipe, so one is not enough. */
    boolean endsWhileAskedForAnswers() throws IOException, InterruptedException {
        for (int i = 0; i < DEADLINE.toMillis() / 50; i++) {
            send("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}".formatted(i));
            if (ended.await(50, TimeUnit.MILLISECONDS)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        server.close();
        there.sink().close();
        back.source().close();
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(Channels.newInputStream(back.source()), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            add("the pipe broke: " + e);
        }
    }

    private synchronized void add(String line) {
        try {
            JsonNode message = MAPPER.readTree(line);
            if (!message.path("jsonrpc").asText().equals("2.0")) {
                odd.add(line);
            }
            messages.add(message);
        } catch (IOException e) {
            odd.add(line);
        }
        notifyAll();
    }
}
