package io.cdpsupervisor.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Durations of one thing done many times. Used by one thread. */
final class Samples {

    private final String name;
    private final List<Long> nanos = new ArrayList<>();

    Samples(String name) {
        this.name = name;
    }

    /** What can be measured. */
    interface Step {
        void run() throws Exception;
    }

    /** Does it once and keeps how long it took. */
    void time(Step step) throws Exception {
        long begin = System.nanoTime();
        step.run();
        add(System.nanoTime() - begin);
    }

    void add(long duration) {
        nanos.add(duration);
    }

    /** In milliseconds; of an even number, the mean of the two in the middle. */
    double median() {
        List<Long> sorted = sorted();
        int middle = sorted.size() / 2;
        double median =
                sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2.0;
        return median / TimeUnit.MILLISECONDS.toNanos(1);
    }

    /** In milliseconds. */
    double minimum() {
        return sorted().get(0) / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }

    /** In milliseconds: that many in a hundred, 1 to 100, took no longer. */
    double percentile(int percent) {
        List<Long> sorted = sorted();
        int rank = (int) Math.ceil(sorted.size() * percent / 100.0);
        return sorted.get(rank - 1) / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }

    /** In milliseconds. */
    double maximum() {
        return percentile(100);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s %.2f ms (min %.2f, max %.2f, n %d)",
                name,
                median(),
                minimum(),
                maximum(),
                nanos.size());
    }

    private List<Long> sorted() {
        if (nanos.isEmpty()) {
            throw new IllegalStateException("Nothing was measured of " + name);
        }
        return nanos.stream().sorted().toList();
    }
}
