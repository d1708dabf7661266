package io.cdpsupervisor.boot.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Runs steps one after the other and prints a line for each. Used by one thread. */
final class Steps {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long PAUSE_MS = 50;

    private final PrintStream out;
    private int count;

    Steps(PrintStream out) {
        this.out = out;
    }

    /** A step that holds when its action returns; what it returns is printed. */
    void step(String name, Callable<String> action) throws StoryException {
        long begun = System.nanoTime();
        count++;
        try {
            String seen = action.call();
            out.printf("%2d  ok  %s: %s (%d ms)%n", count, name, seen, millisSince(begun));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoryException(name, "it was interrupted.", e);
        } catch (Exception e) {
            String reason = e.getMessage() == null ? e.toString() : e.getMessage();
            out.printf("%2d  FAILED  %s: %s (%d ms)%n", count, name, reason, millisSince(begun));
            throw new StoryException(name, reason, e);
        }
    }

    /** Asks again and again until the answer is right; fails with the last answer when it never is. */
    static <T> T until(Predicate<T> right, String expected, Callable<T> question) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        T answer = question.call();
        while (!right.test(answer)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "expected " + expected + " within " + PATIENCE.toSeconds() + " s, and got " + answer);
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            answer = question.call();
        }
        return answer;
    }

    private static long millisSince(long begun) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    }
}
