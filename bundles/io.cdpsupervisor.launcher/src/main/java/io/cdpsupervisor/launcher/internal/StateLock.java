package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
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

    private final Map<Path, FileChannel> kept = new ConcurrentHashMap<>(); // by lock file; see LockFile.close

    /** Somebody else has the lock. */
    private static final class Busy extends Exception {
        private static final long serialVersionUID = 1L;

        Busy(String pid) {
            super(pid);
        }
    }

    /** Work that may fail on files. */
    interface Work<T> {
        T run() throws IOException;
    }

    /**
     * Runs the work under the profile's lock.
     *
     * @throws BrowserException {@code profile_in_use}: the lock was not to be had in time; names the process that has
     *     it. {@code launch_failed}: this thread was interrupted
     */
    <T> T under(ProfileFolder folder, Duration wait, Work<T> work) throws IOException {
        try {
            return attempt(folder, wait, work);
        } catch (Busy e) {
            throw new BrowserException(
                    ErrorCode.PROFILE_IN_USE,
                    "Another start or stop on the profile " + folder.userDataDir() + " takes more than "
                            + wait.toSeconds() + " s: process " + e.getMessage() + " holds " + folder.lock()
                            + ". Try again, or end that process.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProfileRefusal.interrupted(e);
        }
    }

    /** Empty when the lock was not to be had in time, or the thread was interrupted; the work must give a value. */
    <T> Optional<T> tryUnder(ProfileFolder folder, Duration wait, Work<T> work) throws IOException {
        try {
            return Optional.of(attempt(folder, wait, work));
        } catch (Busy e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private <T> T attempt(ProfileFolder folder, Duration wait, Work<T> work)
            throws IOException, Busy, InterruptedException {
        long deadline = System.nanoTime() + wait.toNanos();
        Gate gate = gates.compute(folder.lock(), (file, known) -> {
            Gate entered = known == null ? new Gate() : known;
            entered.users++;
            return entered;
        });
        try {
            if (!gate.lock.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new Busy(self()); // not read from the file: to close it would drop the lock
            }
            try (LockFile file = new LockFile(folder)) {
                file.lock(deadline);
                return work.run();
            } finally {
                gate.lock.unlock();
            }
        } finally {
            gates.compute(folder.lock(), (file, left) -> --gate.users == 0 ? null : left);
        }
    }

    private static String self() {
        return Long.toString(ProcessHandle.current().pid());
    }

    /** The lock's file while somebody is at it; used under its gate. */
    private final class LockFile implements AutoCloseable {
        private final Path path;
        private final FileChannel channel;
        private boolean ofEarlierLife; // another channel of this very process has the lock

        LockFile(ProfileFolder folder) throws IOException {
            path = folder.lock();
            PrivateFiles.createFolder(folder.state());
            FileChannel left = kept.remove(path);
            channel = left != null ? left : open();
        }

        private FileChannel open() throws IOException {
            Set<StandardOpenOption> options =
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            return FileChannel.open(path, options, PrivateFiles.FILE);
        }

        void lock(long deadline) throws IOException, Busy, InterruptedException {
            while (!tryLock()) {
                if (System.nanoTime() - deadline > 0) {
                    throw new Busy(ofEarlierLife ? self() : holder());
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(self().getBytes(StandardCharsets.US_ASCII)), 0);
        }

        private boolean tryLock() throws IOException {
            ofEarlierLife = false;
            try {
                FileLock lock = channel.tryLock();
                return lock != null; // goes with the channel
            } catch (OverlappingFileLockException e) {
                ofEarlierLife = true; // an earlier life of this bundle is still letting go
                return false;
            }
        }

        private String holder() throws IOException {
            ByteBuffer pid = ByteBuffer.allocate(20);
            int length = channel.read(pid, 0);
            return length > 0 ? new String(pid.array(), 0, length, StandardCharsets.US_ASCII).trim() : "(unknown)";
        }

        /** Closing any channel of a file drops the process's lock on it, so one beside an earlier life's is kept. */
        @Override
        public void close() throws IOException {
            if (ofEarlierLife) {
                kept.put(path, channel);
            } else {
                channel.close();
            }
        }
    }
}
