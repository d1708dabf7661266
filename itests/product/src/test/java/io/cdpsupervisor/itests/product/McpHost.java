package io.cdpsupervisor.itests.product;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running {@code cdp-supervisor mcp}, with the agent's end of its pipe. Confined to the test. */
final class McpHost implements AutoCloseable {

    private static final int END_S = 20;

    private final Process process;
    private final Path err;
    private final McpClient client;

    private McpHost(Process process, Path err) {
        this.process = process;
        this.err = err;
        this.client = new McpClient(process);
    }

    /** Started, not yet initialized. */
    static McpHost start(Path home, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("mcp", "--home", home.toString()));
        words.addAll(List.of(options));
        Path err = Files.createTempFile(home.getParent(), "host", ".err");
        return new McpHost(Launch.command(words).redirectError(err.toFile()).start(), err);
    }

    /** Started, on this browser, and ready for calls. */
    static McpHost ready(Path home, RecordedChromium chromium, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--browser", chromium.executable().toString()));
        McpHost host = start(home, all.toArray(String[]::new));
        host.client.initialize();
        return host;
    }

    McpClient mcp() {
        return client;
    }

    /** What it has written to stderr so far. */
    String err() {
        try {
            return Files.readString(err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it has started and not ended: browsers, for it starts nothing else. */
    List<ProcessHandle> browsers() {
        return process.descendants().toList();
    }

    /** SIGKILL, as the system would. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Closes the input and waits for the end. */
    int end() throws IOException, InterruptedException {
        client.closeInput();
        return awaitEnd();
    }

    private int awaitEnd() throws InterruptedException {
        if (!process.waitFor(END_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("The host did not end within " + END_S + " s.");
        }
        return process.exitValue();
    }

    /** Ends it as {@link #end} does, if that has not happened yet. */
    @Override
    public void close() throws IOException, InterruptedException {
        if (process.isAlive()) {
            end();
        }
    }
}
