package io.cdpsupervisor.testkit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what has to come true soon. Blocks the caller; safe for any thread. */
public final class Await {

    /** Generous: only a test that fails needs it all. */
    private static final Duration USUAL = Duration.ofSeconds(20);

    private static final long BETWEEN_LOOKS_NANOS = 2_000_000;

    private Await() {}

    /**
     * Looks every few milliseconds, for 20 s at most.
     *
     * @param what should come true, for the message
     * @throws AssertionError it did not
     */
    public static void until(String what, BooleanSupplier condition) {
        until(USUAL, what, condition);
    }

    /**
     * Looks every few milliseconds.
     *
     * @throws AssertionError it did not come true in time
     */
    public static void until(Duration atMost, String what, BooleanSupplier condition) {
        value(atMost, what, () -> condition.getAsBoolean() ? Optional.of(what) : Optional.empty());
    }

    /**
     * Looks every few milliseconds until there is a value.
     *
     * @throws AssertionError none came in time
     */
    public static <T> T value(Duration atMost, String what, Supplier<Optional<T>> source) {
        long end = System.nanoTime() + atMost.toNanos();
        Optional<T> value = source.get();
        while (value.isEmpty()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("Not within " + atMost.toMillis() + " ms: " + what);
            }
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            value = source.get();
        }
        return value.get();
    }
}
