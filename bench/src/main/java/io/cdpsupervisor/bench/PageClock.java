package io.cdpsupervisor.bench;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page's {@code performance.now()} on the clock of {@link System#nanoTime}. Both are the machine's monotonic clock, so
 * they stay a constant apart, which some round trips bracket. Immutable.
 *
 * @param zero the moment at which the page's clock showed nothing
 */
record PageClock(long zero) {

    /** What a page evaluates to be asked for its time. */
    static final String NOW = "performance.now()";

    /** With these headers a page may read its clock to 5 µs; without, to 100 µs. */
    static final Map<String, String> PRECISE =
            Map.of("Cross-Origin-Opener-Policy", "same-origin", "Cross-Origin-Embedder-Policy", "require-corp");

    private static final int ROUND_TRIPS = 100;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Pattern VALUE = Pattern.compile("\"value\":([0-9.]+)");

    /** Asks the page for its time, often. */
    static PageClock of(WatchedPage page) throws IOException, InterruptedException {
        long earliest = Long.MAX_VALUE;
        long latest = Long.MIN_VALUE;
        for (int i = 0; i < ROUND_TRIPS; i++) {
            long before = System.nanoTime();
            long shown = value(page.evaluate(NOW));
            long after = System.nanoTime();
            latest = Math.max(latest, before - shown);
            earliest = Math.min(earliest, after - shown);
        }
        return new PageClock(latest + (earliest - latest) / 2);
    }

    /** When the page's clock showed these milliseconds. */
    long nanoTime(String millis) {
        return zero + nanos(millis);
    }

    private static long value(String answer) throws IOException {
        Matcher value = VALUE.matcher(answer);
        if (!value.find()) {
            throw new IOException("The page does not tell its time: " + answer);
        }
        return nanos(value.group(1));
    }

    private static long nanos(String millis) {
        return Math.round(Double.parseDouble(millis) * NANOS_PER_MILLI);
    }
}
