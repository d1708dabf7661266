package io.cdpsupervisor.transport;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Runs tasks one after the other: the single writer of everything that belongs to one browser task. Tasks neither
 * block nor do I/O. Safe for any thread.
 */
@ProviderType
public interface EventLoop extends Executor, AutoCloseable {

    /**
     * Queues a task behind those already queued.
     *
     * @throws java.util.concurrent.RejectedExecutionException the loop is closed
     */
    @Override
    void execute(Runnable task);

    /** Runs a task on the loop after the delay, unless it is cancelled first or the loop is closed. */
    Timer schedule(Duration delay, Runnable task);

    /** Whether the caller is on this loop. */
    boolean inLoop();

    /** The loop's monotonic clock, in nanoseconds. */
    long nanoTime();

    /** Drops what is queued and scheduled and ends the thread after the task that runs now. Idempotent, never blocks. */
    @Override
    void close();

    /** A scheduled task. */
    @ProviderType
    interface Timer {
        /** Takes the task out of the queue, so that nothing it refers to is kept. Idempotent. */
        void cancel();
    }
}
