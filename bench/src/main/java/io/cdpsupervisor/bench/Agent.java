package io.cdpsupervisor.bench;

import java.io.IOException;
import java.util.List;

/** An agent on the pipe of a stdio host: one request at a time, as text, with nothing of ours between. Used by one thread. */
final class Agent implements AutoCloseable {

    private final Child host;
    private long lastId;

    private Agent(Child host) {
        this.host = host;
    }

    /** Starts a host and blocks until it has answered {@code initialize}. */
    static Agent greeted(List<String> command) throws IOException, InterruptedException {
        Agent agent = new Agent(Child.start(command));
        agent.request(
                "initialize",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}");
        return agent;
    }

    /**
     * Calls a tool and gives the line that answers.
     *
     * @throws IOException also when the tool failed
     */
    String call(String tool, String arguments) throws IOException, InterruptedException {
        return request("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }

    double rss() throws IOException {
        return host.rss();
    }

    /** Ends the host in its orderly way. */
    void hangUp() throws IOException, InterruptedException {
        host.hangUp();
    }

    @Override
    public void close() {
        host.close();
    }

    private String request(String method, String params) throws IOException, InterruptedException {
        long id = ++lastId;
        host.say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
        String answer = host.hear(line -> line.contains("\"id\":" + id + ","));
        if (answer.contains("\"isError\":true") || answer.contains("\"error\":{")) {
            throw new IOException(method + " failed: " + answer);
        }
        return answer;
    }
}
