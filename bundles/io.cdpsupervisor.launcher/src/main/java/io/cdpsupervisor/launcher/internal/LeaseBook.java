package io.cdpsupervisor.launcher.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Who has a right of use on a profile's browser. A process has one lease file per profile, however many of its tasks
 * use it, and keeps it locked for as long as it lives: the kernel drops the lock however the process ends. This object
 * alone opens lease files, because closing any channel of a file drops all locks the process has on it. Callers hold
 * the profile's state lock. Safe for any thread.
 */
final class LeaseBook implements AutoCloseable {
    private static final String SUFFIX = ".lease";

    private final ProcessIdentity self;
    private final MachineIdentity machine;
    private final Map<Path, Own> own = new HashMap<>(); // by the profile's lease folder; guarded by this

    private static final class Own {
        final Path file;
        final FileChannel channel;
        int uses = 1;

        Own(Path file, FileChannel channel) {
            this.file = file;
            this.channel = channel;
        }
    }

    LeaseBook(ProcFs processes) {
        self = processes
                .identify(ProcessHandle.current().pid())
                .orElseThrow(() -> new IllegalStateException("This process cannot see itself in /proc."));
        machine = processes.machine();
    }

    /** One more use of the profile by this process. */
    synchronized void acquire(ProfileFolder folder) throws IOException {
        Own held = own.get(folder.leases());
        if (held != null) {
            held.uses++;
            return;
        }
        PrivateFiles.createFolder(folder.leases());
        Path file = folder.leases().resolve(prefix() + UUID.randomUUID() + SUFFIX);
        FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), PrivateFiles.FILE);
        try {
            channel.lock();
            channel.write(ByteBuffer.wrap(content().getBytes(StandardCharsets.UTF_8)));
            own.put(folder.leases(), new Own(file, channel));
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** One use less; returns how many this process has left. */
    synchronized int release(ProfileFolder folder) throws IOException {
        Own held = own.get(folder.leases());
        if (held == null) {
            return 0;
        }
        if (--held.uses == 0) {
            own.remove(folder.leases());
            discard(held);
            return 0;
        }
        return held.uses;
    }

    synchronized int uses(ProfileFolder folder) {
        Own held = own.get(folder.leases());
        return held == null ? 0 : held.uses;
    }

    /** Whether another process holds a lease; what dead ones left behind is taken away. In doubt: yes. */
    synchronized boolean isHeldElsewhere(ProfileFolder folder) {
        try (Stream<Path> files = Files.list(folder.leases())) {
            List<Path> leases = files.filter(f -> f.toString().endsWith(SUFFIX)).toList();
            return leases.stream()
                    .filter(f -> !isOwn(folder, f))
                    .map(this::isHeld)
                    .reduce(false, Boolean::logicalOr);
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Gives back everything at once. */
    @Override
    public synchronized void close() {
        own.values().forEach(held -> {
            try {
                discard(held);
            } catch (IOException e) {
                // the channel is closed all the same, so the file counts as dead for everybody
            }
        });
        own.clear();
    }

    private boolean isOwn(ProfileFolder folder, Path file) {
        Own held = own.get(folder.leases());
        return held != null && held.file.equals(file);
    }

    private boolean isHeld(Path file) {
        if (file.getFileName().toString().startsWith(prefix())) {
            return true; // another launcher of this very process: to open its file would drop its lock
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                return true;
            }
            Files.deleteIfExists(file);
            return false;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException | OverlappingFileLockException e) {
            return true;
        }
    }

    private static void discard(Own held) throws IOException {
        try (FileChannel channel = held.channel) {
            Files.deleteIfExists(held.file);
        }
    }

    private String prefix() {
        return self.pid() + "-" + self.startTicks() + "-";
    }

    private String content() {
        return "pid=" + self.pid() + "\nstart=" + self.startTicks() + "\nboot_id=" + machine.bootId() + "\npid_ns="
                + machine.pidNamespace() + "\nhostname=" + machine.hostname() + "\nsince="
                + System.currentTimeMillis() + "\n";
    }
}
