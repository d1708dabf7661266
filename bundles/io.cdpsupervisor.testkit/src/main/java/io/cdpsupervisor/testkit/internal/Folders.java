package io.cdpsupervisor.testkit.internal;

import io.cdpsupervisor.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Throw-away folders. Safe for any thread. */
public final class Folders {

    private static final Duration DELETED_WITHIN = Duration.ofSeconds(10);
    private static final int TAIL_LINES = 10;

    private Folders() {}

    /** A new, empty one. */
    public static Path temporary(String prefix) {
        try {
            return Files.createTempDirectory(prefix);
        } catch (IOException e) {
            throw new AssertionError("No temporary folder", e);
        }
    }

    /** With all there is in it; processes that die right now may still write into it, so it tries again. */
    public static void delete(Path folder) {
        Await.until(DELETED_WITHIN, "the folder " + folder + " is deleted", () -> tryDelete(folder));
    }

    private static boolean tryDelete(Path folder) {
        if (Files.notExists(folder)) {
            return true;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
            return true;
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    /** The last lines of a text file, for a message. */
    public static String tail(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "(nothing)";
        }
    }
}
