package io.cdpsupervisor.testkit;

import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;

/**
 * A loop that a test runs by hand, with a clock that only {@link #advance} moves. Tasks run in the thread that runs the
 * loop; what a task throws comes out there. Anybody may queue tasks; one thread at a time may run them.
 */
public final class ManualLoop implements EventLoop {

    private final Object lock = new Object();
    private final Queue<Runnable> ready = new ArrayDeque<>();
    private final PriorityQueue<Alarm> alarms =
            new PriorityQueue<>(Comparator.comparingLong(Alarm::due).thenComparingLong(Alarm::number));
    private long now;
    private long alarmCount;
    private boolean closed;
    private volatile Thread running;

    @Override
    public void execute(Runnable task) {
        synchronized (lock) {
            if (closed) {
                throw new RejectedExecutionException("The loop is closed.");
            }
            ready.add(task);
        }
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        synchronized (lock) {
            Alarm alarm = new Alarm(now + delay.toNanos(), alarmCount++, task);
            if (!closed) {
                alarms.add(alarm);
            }
            return alarm;
        }
    }

    /** True for what runs inside {@link #runAll}, {@link #step} and {@link #advance}. */
    @Override
    public boolean inLoop() {
        return Thread.currentThread() == running;
    }

    @Override
    public long nanoTime() {
        synchronized (lock) {
            return now;
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            ready.clear();
            alarms.clear();
        }
    }

    /** Whether it was closed. */
    public boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    /** How many timers wait. */
    public int timers() {
        synchronized (lock) {
            return alarms.size();
        }
    }

    /** Runs everything that is queued, and what that queues; timers only when they are due already. */
    public void runAll() {
        for (Runnable task = next(); task != null; task = next()) {
            run(task);
        }
    }

    /** Runs one step as if it came from the loop, then everything that is queued. */
    public void step(Runnable task) {
        execute(task);
        runAll();
    }

    /** Moves the clock, and runs what is due on the way, each at its time. */
    public void advance(Duration time) {
        runAll();
        long until = nanoTime() + time.toNanos();
        while (moveTo(until)) {
            runAll();
        }
    }

    /** To the next timer, or to the end when none comes before it: false then. */
    private boolean moveTo(long until) {
        synchronized (lock) {
            Alarm first = alarms.peek();
            if (first == null || first.due() > until) {
                now = until;
                return false;
            }
            now = Math.max(now, first.due());
            return true;
        }
    }

    private Runnable next() {
        synchronized (lock) {
            while (!alarms.isEmpty() && alarms.peek().due() <= now) {
                ready.add(alarms.remove());
            }
            Runnable task = ready.poll();
            if (task instanceof Alarm alarm && alarm.cancelled) {
                return next();
            }
            return task;
        }
    }

    private void run(Runnable task) {
        if (running != null) {
            throw new IllegalStateException("The loop is running already.");
        }
        running = Thread.currentThread();
        try {
            task.run();
        } finally {
            running = null;
        }
    }

    private final class Alarm implements Timer, Runnable {
        private final long due;
        private final long number;
        private final Runnable task;
        private boolean cancelled;

        Alarm(long due, long number, Runnable task) {
            this.due = due;
            this.number = number;
            this.task = task;
        }

        long due() {
            return due;
        }

        long number() {
            return number;
        }

        @Override
        public void run() {
            task.run();
        }

        @Override
        public void cancel() {
            synchronized (lock) {
                cancelled = true;
                alarms.remove(this);
            }
        }
    }
}
