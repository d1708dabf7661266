package io.cdpsupervisor.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The part of a home that belongs to one live process: {@code run/<pid>/} with the framework's cache, and its shell
 * socket {@code run/<pid>.sock}. Two containers on one home may have processes of the same number; the later one's are
 * {@code <pid>-2}. A process holds the system's lock on {@code birth} in its folder for as long as it lives, which says
 * more than its number and holds across containers. Claimed once per process; confined to the thread that starts or
 * stops the host.
 */
final class RunFolder {

    private static final String BIRTH = "birth";
    /** A folder or a socket. */
    private static final Pattern OWNED = Pattern.compile("(\\d{1,18}(?:-\\d{1,9})?)(\\.sock)?");

    private static final Duration TURN_LIMIT = Duration.ofSeconds(10);
    private static final long TURN_POLL_MS = 20;

    private final Path folder;
    private final FileChannel birth;

    private RunFolder(Path folder, FileChannel birth) {
        this.folder = folder;
        this.birth = birth;
    }

    /** Removes what dead processes left and takes the folder of this process. One process at a time does so. */
    static RunFolder claim(Path run) throws IOException {
        try (FileChannel turn = FileChannel.open(turnFile(run), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            awaitTurn(turn);
            sweep(run);
            Path folder = Files.createDirectory(free(run));
            FileChannel birth =
                    FileChannel.open(folder.resolve(BIRTH), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            birth.lock();
            return new RunFolder(folder, birth);
        }
    }

    /** The sockets in the folder, newest first; a dead host's may be among them. */
    static List<Path> sockets(Path run) throws IOException {
        return entries(run).stream()
                .filter(entry -> entry.getFileName().toString().endsWith(".sock"))
                .sorted(Comparator.comparing(RunFolder::modified).reversed())
                .toList();
    }

    Path cache() {
        return folder.resolve("cache");
    }

    Path socket() {
        return folder.resolveSibling(folder.getFileName() + ".sock");
    }

    /** The mark goes last: until then nobody else touches the folder. Idempotent, since the name may be another's then. */
    void release() throws IOException {
        if (!birth.isOpen()) {
            return;
        }
        try (birth) {
            delete(socket());
            delete(cache());
            delete(folder);
        }
    }

    /** Beside the folder, which holds nothing while nobody lives. */
    private static Path turnFile(Path run) {
        return run.resolveSibling(run.getFileName() + ".lock");
    }

    private static void awaitTurn(FileChannel turn) throws IOException {
        long end = System.nanoTime() + TURN_LIMIT.toNanos();
        try {
            while (turn.tryLock() == null) {
                if (System.nanoTime() > end) {
                    throw new IOException("another process has been starting for " + TURN_LIMIT.toSeconds() + " s");
                }
                TimeUnit.MILLISECONDS.sleep(TURN_POLL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the start was interrupted", e);
        }
    }

    private static Path free(Path run) {
        long pid = ProcessHandle.current().pid();
        Path folder = run.resolve(Long.toString(pid));
        for (int i = 2; Files.exists(folder, LinkOption.NOFOLLOW_LINKS); i++) {
            folder = run.resolve(pid + "-" + i);
        }
        return folder;
    }

    private static void sweep(Path run) throws IOException {
        // Backwards, so that a socket comes before the folder whose mark it is judged by.
        List<Path> entries =
                entries(run).stream().sorted(Comparator.reverseOrder()).toList();
        for (Path entry : entries) {
            Matcher name = OWNED.matcher(entry.getFileName().toString());
            if (name.matches() && !isHeld(run.resolve(name.group(1)))) {
                delete(entry);
            }
        }
    }

    /** Must not be asked about our own folder: a process that closes any channel of a file loses its lock on it. */
    private static boolean isHeld(Path folder) throws IOException {
        try (FileChannel birth = FileChannel.open(folder.resolve(BIRTH), StandardOpenOption.WRITE);
                FileLock lock = birth.tryLock()) {
            return lock == null;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static List<Path> entries(Path run) throws IOException {
        try (Stream<Path> entries = Files.list(run)) {
            return entries.toList();
        }
    }

    private static long modified(Path path) {
        return path.toFile().lastModified();
    }

    /** What is gone already, somebody else has removed: a process may release its folder while another one sweeps. */
    private static void delete(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            try {
                for (Path child : entries(path)) {
                    delete(child);
                }
            } catch (NoSuchFileException e) {
                return;
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
        Files.deleteIfExists(path);
    }
}
