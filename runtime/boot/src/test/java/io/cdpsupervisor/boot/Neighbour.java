package io.cdpsupervisor.boot;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Another process of the same home: claims its part of {@code run}, or holds the lock on the part of a number that it
 * is given, as a process of another container may; then says so, and lives until its input ends.
 */
final class Neighbour implements AutoCloseable {

    private final Process process;

    private Neighbour(Process process) {
        this.process = process;
    }

    /** Runs in the new process. */
    public static void main(String[] args) throws IOException {
        if (args.length == 1) {
            RunFolder.claim(Path.of(args[0]));
        } else {
            FileChannel.open(Path.of(args[0], args[1], "birth"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .lock();
        }
        System.out.println("ready");
        System.in.read();
    }

    static Neighbour start(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                "target/classes:target/test-classes",
                Neighbour.class.getName()));
        command.addAll(List.of(arguments));
        return new Neighbour(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Waits until it is ready; false when it has failed instead. */
    boolean isReady() throws IOException {
        return process.inputReader().readLine() != null;
    }

    long pid() {
        return process.pid();
    }

    /** Like a power cut. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
