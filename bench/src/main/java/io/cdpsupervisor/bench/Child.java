package io.cdpsupervisor.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A process that we talk to in lines; what it says on standard error is shown. Used by one thread. */
final class Child implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Process process;
    private final Heard heard = new Heard();

    private Child(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "bench-child");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts it on our own Java. */
    static Child start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return new Child(builder.start());
    }

    void say(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Blocks, for two minutes at most, until it has said a line that is meant; other lines are dropped. */
    String hear(Predicate<String> meant) throws IOException, InterruptedException {
        return heard.await(meant);
    }

    /** Resident memory in MB. */
    double rss() throws IOException {
        try (Stream<String> status = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return status.filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElseThrow()
                    / 1024.0;
        }
    }

    /** Closes its input and blocks, for a minute at most, until it has ended; gives its exit code. */
    int hangUp() throws IOException, InterruptedException {
        return hangUp(LIMIT);
    }

    /** Closes its input and blocks, that long at most, until it has ended; gives its exit code. */
    int hangUp(Duration limit) throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
            throw new IOException("The process " + process.pid() + " did not end within " + limit.toSeconds() + " s.");
        }
        return process.exitValue();
    }

    /** Kills it, with what it has started, where it has not ended by itself. Blocks until it is gone. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard.add(line);
            }
        } catch (IOException e) {
            return; // closed under the reader: it has been killed
        }
    }
}
