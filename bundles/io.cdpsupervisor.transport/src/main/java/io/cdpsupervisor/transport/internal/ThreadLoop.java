package io.cdpsupervisor.transport.internal;

import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A loop with a daemon thread of its own, which is parked while there is nothing to do. Safe for any thread. */
public final class ThreadLoop implements EventLoop {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadLoop.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<Runnable> ready = new ArrayDeque<>();
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
    private final Thread thread;
    private boolean closed;
    private long alarmCount;

    private ThreadLoop(String threadName) {
        this.thread = DaemonThreads.create(threadName, this::run);
    }

    /** A running loop. */
    public static ThreadLoop start(String threadName) {
        ThreadLoop loop = new ThreadLoop(threadName);
        loop.thread.start();
        return loop;
    }

    @Override
    public void execute(Runnable task) {
        lock.lock();
        try {
            if (closed) {
                throw new RejectedExecutionException("The loop " + thread.getName() + " is closed.");
            }
            ready.add(task);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        lock.lock();
        try {
            Alarm alarm = new Alarm(System.nanoTime() + delay.toNanos(), alarmCount++, task);
            if (!closed) {
                alarms.add(alarm);
                changed.signal();
            }
            return alarm;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean inLoop() {
        return Thread.currentThread() == thread;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            ready.clear();
            alarms.clear();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** How many timers wait. */
    int scheduled() {
        lock.lock();
        try {
            return alarms.size();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            boolean more = true;
            while (more) {
                // in a method of its own, so that a sleeping loop holds no reference to the last task
                more = runNext();
            }
        } finally {
            // whatever ended it: a loop without a thread must not take tasks
            close();
        }
    }

    private boolean runNext() {
        Runnable task;
        try {
            task = take();
        } catch (InterruptedException e) {
            LOG.warn("Somebody interrupted the loop {}; it goes on.", thread.getName());
            return true;
        }
        if (task == null) {
            return false;
        }
        try {
            task.run();
        } catch (Throwable t) {
            report(t);
        }
        return true;
    }

    /** Short of memory, writing the log fails as well; everybody would wait for ever for a loop that died of that. */
    private void report(Throwable failure) {
        try {
            LOG.error("A task of the loop {} failed; the loop goes on.", thread.getName(), failure);
        } catch (Throwable again) {
            // there is nothing left to tell it with
        }
    }

    /** The next task, or null when the loop is closed. */
    private Runnable take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed) {
                long untilAlarm = moveDueAlarms();
                Runnable task = ready.poll();
                if (task != null) {
                    return task;
                }
                if (alarms.isEmpty()) {
                    changed.await();
                } else {
                    changed.awaitNanos(untilAlarm);
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Due alarms line up behind the tasks, so that neither kind can starve the other. */
    private long moveDueAlarms() {
        long now = System.nanoTime();
        while (!alarms.isEmpty()) {
            long wait = alarms.peek().due - now;
            if (wait > 0) {
                return wait;
            }
            ready.add(alarms.remove());
        }
        return 0;
    }

    private final class Alarm implements Timer, Runnable, Comparable<Alarm> {
        private final long due;
        private final long number;
        private Runnable task;

        Alarm(long due, long number, Runnable task) {
            this.due = due;
            this.number = number;
            this.task = task;
        }

        @Override
        public void run() {
            Runnable current = takeTask();
            if (current != null) {
                current.run();
            }
        }

        @Override
        public void cancel() {
            takeTask();
        }

        /** Empty-handed after a cancel, which may come when the alarm already stands among the tasks. */
        private Runnable takeTask() {
            lock.lock();
            try {
                Runnable current = task;
                task = null;
                alarms.remove(this);
                return current;
            } finally {
                lock.unlock();
            }
        }

        /** By difference, since the clock may wrap around. */
        @Override
        public int compareTo(Alarm other) {
            int byTime = Long.signum(due - other.due);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }
}
