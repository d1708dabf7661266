package io.cdpsupervisor.boot.log;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.logging.ErrorManager;
import java.util.logging.Handler;
import java.util.logging.LogRecord;

/**
 * A log file that several processes write at once: each record is one write at the end of the file, and whoever finds
 * the file too long renames it under a lock; the others notice that the name means a new file. Safe for any thread.
 */
final class RollingFile extends Handler {

    private static final int KEPT = 3;

    private final Path file;
    private final long limit;
    private OutputStream out;
    private Object openKey;

    /** @param limit bytes after which the file is renamed to {@code <file>.1} */
    RollingFile(Path file, long limit) throws IOException {
        this.file = file;
        this.limit = limit;
        open();
    }

    @Override
    public synchronized void publish(LogRecord record) {
        if (!isLoggable(record)) {
            return;
        }
        try {
            BasicFileAttributes now = attributes().orElse(null);
            if (now != null && now.size() >= limit) {
                roll();
                now = attributes().orElse(null);
            }
            if (now == null || !now.fileKey().equals(openKey)) {
                reopen();
            }
            out.write(getFormatter().format(record).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            reportError(null, e, ErrorManager.WRITE_FAILURE);
        }
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public synchronized void close() {
        try {
            out.close();
        } catch (IOException e) {
            reportError(null, e, ErrorManager.CLOSE_FAILURE);
        }
    }

    /** Not a channel: an interrupted thread that logs would close it. */
    private void open() throws IOException {
        out = new FileOutputStream(file.toFile(), true);
        openKey = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    private void reopen() throws IOException {
        out.close();
        open();
    }

    private Optional<BasicFileAttributes> attributes() throws IOException {
        try {
            return Optional.of(Files.readAttributes(file, BasicFileAttributes.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Without the lock somebody else is renaming: then the long file takes this record too. */
    private void roll() throws IOException {
        Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
        try (RandomAccessFile holder = new RandomAccessFile(lockFile.toFile(), "rw");
                FileLock lock = holder.getChannel().tryLock()) {
            boolean stillLong = attributes().filter(a -> a.size() >= limit).isPresent();
            if (lock != null && stillLong) {
                for (int i = KEPT - 1; i > 0; i--) {
                    move(numbered(i), numbered(i + 1));
                }
                move(file, numbered(1));
            }
        }
    }

    private Path numbered(int i) {
        return file.resolveSibling(file.getFileName() + "." + i);
    }

    private static void move(Path from, Path to) throws IOException {
        if (Files.exists(from)) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
