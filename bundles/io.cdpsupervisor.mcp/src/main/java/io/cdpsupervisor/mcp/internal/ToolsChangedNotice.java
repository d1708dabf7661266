package io.cdpsupervisor.mcp.internal;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Turns any number of changes of the tool set into at most one notice a second; after the last change one always
 * follows. Safe for any thread.
 */
final class ToolsChangedNotice implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Runnable send;
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, ToolsChangedNotice::newThread);
    private long notBefore = System.nanoTime();
    private boolean due;

    ToolsChangedNotice(Runnable send) {
        this.send = send;
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        timer.setKeepAliveTime(2, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    synchronized void changed() {
        if (due || timer.isShutdown()) {
            return;
        }
        due = true;
        long wait = Math.max(0, notBefore - System.nanoTime());
        var unused = timer.schedule(this::fire, wait, TimeUnit.NANOSECONDS);
    }

    @Override
    public synchronized void close() {
        timer.shutdownNow();
    }

    private void fire() {
        synchronized (this) {
            due = false;
            notBefore = System.nanoTime() + PAUSE.toNanos();
        }
        send.run();
    }

    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "cdp-mcp-notice");
        thread.setDaemon(true);
        return thread;
    }
}
