package io.cdpsupervisor.transport.internal;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts what was read and not yet handled, so that the reader can wait while the loop is behind. Safe for any thread.
 */
final class Inbox {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final long bound;
    private long held;
    private boolean closed;

    Inbox(long bound) {
        this.bound = bound;
    }

    void add(long size) {
        change(size);
    }

    void remove(long size) {
        change(-size);
    }

    private void change(long size) {
        lock.lock();
        try {
            held += size;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Lets the reader go. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Blocks while more than the bound is held.
     *
     * @return false when the time is over
     */
    boolean awaitRoom(Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        lock.lock();
        try {
            while (held > bound && !closed) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
