package io.cdpsupervisor.launcher.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Another process that tries a file's lock, the file being its argument: it exits with 0 when the lock is held. */
public final class LockProbeMain {
    private LockProbeMain() {}

    public static void main(String[] args) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            System.exit(lock == null ? 0 : 1);
        }
    }
}
