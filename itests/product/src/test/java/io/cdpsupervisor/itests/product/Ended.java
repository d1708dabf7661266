package io.cdpsupervisor.itests.product;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that has ended, and what it said. Immutable. */
record Ended(int exit, List<String> out, List<String> err) {

    private static final int LIMIT_S = 90;

    /** Writes the input, closes it, and waits; a process that does not end is killed, which fails the test. */
    static Ended await(Process process, String input, Path out, Path err) throws IOException, InterruptedException {
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(
                    "The process did not end within " + LIMIT_S + " s; it said: " + Files.readString(err));
        }
        return new Ended(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
    }
}
