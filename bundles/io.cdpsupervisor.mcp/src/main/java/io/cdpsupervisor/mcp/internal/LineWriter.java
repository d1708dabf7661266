package io.cdpsupervisor.mcp.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes whole lines in the order of their coming, on a thread of its own: nobody else waits for an agent that does not
 * read. Safe for any thread.
 */
final class LineWriter {

    /** Beyond this many unwritten bytes the agent is not listened to. */
    private static final long ROOM = 16L * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(LineWriter.class);

    private final OutputStream out;
    private final Runnable onBroken;
    private final Thread thread = new Thread(this::run, "cdp-mcp-stdout");
    private final Deque<byte[]> lines = new ArrayDeque<>();
    private long waiting;
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

    /** Blocks, without a limit, until the agent has read enough of what waits for it. */
    synchronized void awaitRoom() throws InterruptedException {
        while (waiting > ROOM && !closed) {
            wait();
        }
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
                out.write(line);
                out.write('\n');
                out.flush();
                written(line.length);
            }
        } catch (InterruptedException e) {
            LOG.debug("Closed before everything was written");
        } catch (IOException e) {
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
        notifyAll();
    }
}
