package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Where the newest snapshot hangs: one writer, any number of readers and waiters. Safe for any thread. */
final class SnapshotBoard {

    private final Object monitor = new Object();
    private volatile SupervisorSnapshot snapshot;

    SnapshotBoard(SupervisorSnapshot first) {
        snapshot = first;
    }

    SupervisorSnapshot get() {
        return snapshot;
    }

    void put(SupervisorSnapshot next) {
        snapshot = next;
        wake();
    }

    void wake() {
        synchronized (monitor) {
            monitor.notifyAll();
        }
    }

    /**
     * Blocks until the revision is another one, or {@code stop} says so, or the thread is interrupted.
     *
     * @param deadline of {@link System#nanoTime}
     * @return false when neither came in time
     */
    boolean awaitChange(long revision, long deadline, BooleanSupplier stop) {
        synchronized (monitor) {
            while (snapshot.revision() == revision && !stop.getAsBoolean()) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                try {
                    TimeUnit.NANOSECONDS.timedWait(monitor, left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
            return true;
        }
    }
}
