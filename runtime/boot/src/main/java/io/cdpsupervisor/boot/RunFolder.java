package io.cdpsupervisor.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The part of a home that belongs to one live process: {@code run/<pid>/} with the framework's cache, and its shell
 * socket {@code run/<pid>.sock}. Confined to the thread that starts or stops the host.
 */
final class RunFolder {

    private static final String BIRTH = "birth";
    /** A folder, a folder that is being made, or a socket. */
    private static final Pattern OWNED = Pattern.compile("\\.?(\\d{1,18})(\\.sock)?");

    private final Path run;
    private final long pid;

    private RunFolder(Path run, long pid) {
        this.run = run;
        this.pid = pid;
    }

    /** Removes what dead processes left and takes the folder of this process. */
    static RunFolder claim(Path run) throws IOException {
        sweep(run);
        long pid = ProcessHandle.current().pid();
        // The birth mark is inside before the folder has its name: nobody ever sees a live process without one.
        Path nascent = Files.createDirectory(run.resolve("." + pid));
        Files.writeString(nascent.resolve(BIRTH), ProcessBirth.of(pid).orElse(""));
        Files.move(nascent, run.resolve(Long.toString(pid)), StandardCopyOption.ATOMIC_MOVE);
        return new RunFolder(run, pid);
    }

    /** The sockets of the live hosts, newest first. */
    static List<Path> sockets(Path run) throws IOException {
        sweep(run);
        return entries(run).stream()
                .filter(entry -> entry.getFileName().toString().endsWith(".sock"))
                .sorted(Comparator.comparing(RunFolder::modified).reversed())
                .toList();
    }

    Path cache() {
        return run.resolve(Long.toString(pid)).resolve("cache");
    }

    Path socket() {
        return run.resolve(pid + ".sock");
    }

    void release() throws IOException {
        delete(socket());
        delete(run.resolve(Long.toString(pid)));
    }

    /** Two processes may sweep the same leftovers at once; what one finds gone the other has removed. */
    private static void sweep(Path run) throws IOException {
        // Backwards, so that a socket comes before the folder whose mark it is judged by.
        List<Path> entries =
                entries(run).stream().sorted(Comparator.reverseOrder()).toList();
        for (Path entry : entries) {
            Matcher name = OWNED.matcher(entry.getFileName().toString());
            if (name.matches() && !isAlive(run, Long.parseLong(name.group(1)))) {
                delete(entry);
            }
        }
    }

    private static boolean isAlive(Path run, long pid) throws IOException {
        Optional<String> birth = ProcessBirth.of(pid);
        Path mark = run.resolve(Long.toString(pid)).resolve(BIRTH);
        if (birth.isEmpty() || !Files.exists(mark)) {
            return birth.isPresent() && pid != ProcessHandle.current().pid();
        }
        return Files.readString(mark).equals(birth.get());
    }

    private static List<Path> entries(Path run) throws IOException {
        try (Stream<Path> entries = Files.list(run)) {
            return entries.toList();
        }
    }

    private static long modified(Path path) {
        return path.toFile().lastModified();
    }

    private static void delete(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            try (Stream<Path> children = Files.list(path)) {
                for (Path child : children.toList()) {
                    delete(child);
                }
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
        Files.deleteIfExists(path);
    }
}
