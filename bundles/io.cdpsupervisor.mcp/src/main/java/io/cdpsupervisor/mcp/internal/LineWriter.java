package io.cdpsupervisor.mcp.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes whole lines in the order of their coming, on a thread of its own: nobody else waits for an agent that does not
 * read. Safe for any thread.
 */
final class LineWriter {

    /** Beyond this many unwritten bytes the agent is not listened to. */
    private static final long ROOM = 16L * 1024 * 1024;

    /** Written at once, so that a slow agent is seen to read even within a long line. */
    private static final int PIECE = 64 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(LineWriter.class);

    private final OutputStream out;
    private final Runnable onBroken;
    private final Thread thread = new Thread(this::run, "cdp-mcp-stdout");
    private final Deque<byte[]> lines = new ArrayDeque<>();
    private long waiting;
    /** Pieces so far. */
    private long progress;

    private boolean closed;

    /** @param onBroken called once, on the writer thread, when the agent can no longer be reached */
    LineWriter(OutputStream out, Runnable onBroken) {
        this.out = out;
        this.onBroken = onBroken;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Queues a line, which must contain no line feed. Never blocks; after {@link #close} nothing happens. */
    synchronized void write(byte[] line) {
        if (!closed) {
            lines.add(line);
            waiting += line.length;
            notifyAll();
        }
    }

    /**
     * Blocks until the agent has read enough of what waits for it; false when it reads nothing at all for as long as
     * the patience lasts.
     */
    synchronized boolean awaitRoom(Duration patience) throws InterruptedException {
        long seen = progress;
        long end = System.nanoTime() + patience.toNanos();
        while (waiting > ROOM && !closed) {
            if (progress != seen) {
                seen = progress;
                end = System.nanoTime() + patience.toNanos();
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /** Takes no more lines and ends the thread, which has the time of grace to write what is queued. */
    void close(Duration grace) {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(grace.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    private void run() {
        try {
            for (byte[] line = next(); line.length > 0; line = next()) {
                for (int from = 0; from < line.length; from += PIECE) {
                    int length = Math.min(PIECE, line.length - from);
                    out.write(line, from, length);
                    written(length);
                }
                out.write('\n');
                out.flush();
            }
        } catch (InterruptedException e) {
            LOG.debug("Closed before everything was written");
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            LOG.debug("The agent no longer reads: {}", e.getMessage());
            close(Duration.ZERO);
            onBroken.run();
        }
    }

    /** The next line; empty when closed and all is written. */
    private synchronized byte[] next() throws InterruptedException {
        while (lines.isEmpty() && !closed) {
            wait();
        }
        return lines.isEmpty() ? new byte[0] : lines.remove();
    }

    private synchronized void written(int bytes) {
        waiting -= bytes;
        progress++;
        notifyAll();
    }
}
