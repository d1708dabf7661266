package io.cdpsupervisor.host.internal;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The host's threads: one for deadlines, one for every call that runs. Safe for any thread. */
final class HostThreads implements AutoCloseable {

    /** Calls that run at once; a tool that is stuck in something of its own holds one of them until it returns. */
    static final int MAX_CALLS = 128;

    private final ThreadPoolExecutor calls;
    private final ScheduledThreadPoolExecutor timer;

    HostThreads() {
        calls = new ThreadPoolExecutor(
                0, MAX_CALLS, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons("host-call-"));
        timer = new ScheduledThreadPoolExecutor(1, daemons("host-timer-"));
        timer.setRemoveOnCancelPolicy(true);
    }

    /**
     * Runs a call on a thread of its own.
     *
     * @throws java.util.concurrent.RejectedExecutionException too many run, or the host is closed
     */
    void call(Runnable step) {
        calls.execute(step);
    }

    /** Runs a step after the delay, on a thread of the calls where one is free: one slow step must not hold up others. */
    Future<?> after(Duration delay, Runnable step) {
        return timer.schedule(
                () -> {
                    try {
                        calls.execute(step);
                    } catch (RejectedExecutionException e) {
                        step.run();
                    }
                },
                delay.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    /** Interrupts what runs. */
    @Override
    public void close() {
        timer.shutdownNow();
        calls.shutdownNow();
    }

    private static ThreadFactory daemons(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return step -> DaemonThreads.create(prefix + number.incrementAndGet(), step);
    }
}
