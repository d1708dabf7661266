package io.cdpsupervisor.transport.internal;

import java.time.Duration;

/** A point in time that several steps share. Immutable. */
record Deadline(Duration total, long atNanos) {

    static Deadline in(Duration total) {
        return new Deadline(total, System.nanoTime() + total.toNanos());
    }

    long nanosLeft() {
        return Math.max(0, atNanos - System.nanoTime());
    }

    boolean isOver() {
        return nanosLeft() == 0;
    }

    /** A fair share for the first of several attempts; at least 1, since 0 means for ever to a socket. */
    int millisFor(int attempts) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, nanosLeft() / 1_000_000 / attempts));
    }
}
