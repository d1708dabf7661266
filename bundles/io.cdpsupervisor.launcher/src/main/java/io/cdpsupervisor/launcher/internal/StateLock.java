package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One profile at a time: everything from looking at a profile to having a lease on its browser, and from giving a
 * lease back to the browser's end, happens under its lock. The file keeps other processes out, a lock in memory the
 * other threads, since file locks belong to the whole process. Safe for any thread.
 */
final class StateLock {
    private static final long POLL_MILLIS = 25;

    private final Map<Path, Gate> gates = new ConcurrentHashMap<>(); // by lock file; only while somebody is at it

    private static final class Gate {
        final ReentrantLock lock = new ReentrantLock();
        int users; // changed in gates.compute only
    }

    /** Work that may fail on files. */
    interface Work<T> {
        T run() throws IOException;
    }

    /**
     * Runs the work under the profile's lock.
     *
     * @throws BrowserException {@code profile_in_use}: the lock was not to be had in time; names the process that has it
     */
    <T> T under(ProfileFolder folder, Duration wait, Work<T> work) throws IOException {
        return tryUnder(folder, wait, work)
                .orElseThrow(() -> new BrowserException(
                        ErrorCode.PROFILE_IN_USE,
                        "Another start or stop on the profile " + folder.userDataDir() + " takes more than "
                                + wait.toSeconds() + " s: process " + holder(folder) + " holds " + folder.lock()
                                + ". Try again, or end that process."));
    }

    /** Empty when the lock was not to be had in time; the work must give a value. */
    <T> Optional<T> tryUnder(ProfileFolder folder, Duration wait, Work<T> work) throws IOException {
        long deadline = System.nanoTime() + wait.toNanos();
        Gate gate = gates.compute(folder.lock(), (file, known) -> {
            Gate entered = known == null ? new Gate() : known;
            entered.users++;
            return entered;
        });
        try {
            if (!gate.lock.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS)) {
                return Optional.empty();
            }
            try {
                return underFile(folder, deadline, work);
            } finally {
                gate.lock.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            gates.compute(folder.lock(), (file, left) -> --gate.users == 0 ? null : left);
        }
    }

    private static <T> Optional<T> underFile(ProfileFolder folder, long deadline, Work<T> work)
            throws IOException, InterruptedException {
        PrivateFiles.createFolder(folder.state());
        Set<StandardOpenOption> options =
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(folder.lock(), options, PrivateFiles.FILE)) {
            if (!lock(channel, deadline)) {
                return Optional.empty();
            }
            byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(pid), 0);
            return Optional.of(work.run());
        }
    }

    private static boolean lock(FileChannel channel, long deadline) throws IOException, InterruptedException {
        while (true) {
            try {
                FileLock lock = channel.tryLock();
                if (lock != null) {
                    return true; // goes with the channel
                }
            } catch (OverlappingFileLockException e) {
                // an earlier life of this bundle is still letting go
            }
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private static String holder(ProfileFolder folder) {
        try {
            String pid = Files.readString(folder.lock()).trim();
            return pid.isEmpty() ? "(unknown)" : pid;
        } catch (IOException e) {
            return "(unknown)";
        }
    }
}
