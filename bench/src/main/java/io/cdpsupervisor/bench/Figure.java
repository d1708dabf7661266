package io.cdpsupervisor.bench;

import java.util.Locale;

/**
 * One line of the result. Immutable.
 *
 * @param target the most that the value may be
 * @param detail what it was made of
 */
record Figure(String name, double value, double target, String unit, String detail) {

    /** How many times the baseline the product takes, by the medians. */
    static Figure ratio(String name, Samples product, Samples baseline, double target) {
        return new Figure(name, product.median() / baseline.median(), target, "x", product + ", " + baseline);
    }

    boolean met() {
        return value <= target;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-12s %8.2f %-2s  <= %4.0f  %-4s  %s",
                name,
                value,
                unit,
                target,
                met() ? "ok" : "OVER",
                detail);
    }
}
