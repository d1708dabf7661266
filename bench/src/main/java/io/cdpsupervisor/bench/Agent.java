package io.cdpsupervisor.bench;

import io.cdpsupervisor.testkit.Chromium;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An agent on the pipe of a stdio host: one request at a time, as text, with nothing of ours between. Used by one thread. */
final class Agent implements AutoCloseable {

    private static final Pattern TARGET = Pattern.compile("\"target_id\":\"([^\"]+)\"");

    private final Child host;
    private long lastId;

    private Agent(Child host) {
        this.host = host;
    }

    /** Starts a host and blocks until it has answered {@code initialize}. */
    static Agent greeted(List<String> command) throws IOException, InterruptedException {
        Agent agent = new Agent(Child.start(command));
        succeeded(
                agent.request(
                        "initialize",
                        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}"));
        return agent;
    }

    /** Starts a host that drives this browser, and blocks until it has answered {@code initialize}. */
    static Agent on(Chromium chromium, Distribution product, Path home) throws IOException, InterruptedException {
        return greeted(product.command(
                "mcp",
                "--home",
                home.toString(),
                "--set",
                "browser.cdp_url=" + chromium.httpUrl(),
                "--set",
                "browser.allow_private_urls=true"));
    }

    /** Opens an address on the task's page; gives its target id. */
    String navigate(String url) throws IOException, InterruptedException {
        String page = call("browser_navigate", "{\"url\":\"" + url + "\"}");
        Matcher target = TARGET.matcher(page);
        if (!target.find()) {
            throw new IOException("No page was opened: " + page);
        }
        return target.group(1);
    }

    /**
     * Calls a tool and gives the line that answers.
     *
     * @throws IOException also when the tool failed
     */
    String call(String tool, String arguments) throws IOException, InterruptedException {
        return succeeded(answer(tool, arguments));
    }

    /** Calls a tool and gives the line that answers, also where the tool failed. */
    String answer(String tool, String arguments) throws IOException, InterruptedException {
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
        return host.hear(line -> line.contains("\"id\":" + id + ","));
    }

    private static String succeeded(String answer) throws IOException {
        if (answer.contains("\"isError\":true") || answer.contains("\"error\":{")) {
            throw new IOException("A request failed: " + answer);
        }
        return answer;
    }
}
