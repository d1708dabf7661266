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

    /** As one line of text, for {@link #ofLine}. */
    String line() {
        return String.join("\t", name, Double.toString(value), Double.toString(target), unit, detail);
    }

    /** What {@link #line} was made of. */
    static Figure ofLine(String line) {
        String[] parts = line.split("\t");
        return new Figure(parts[0], Double.parseDouble(parts[1]), Double.parseDouble(parts[2]), parts[3], parts[4]);
    }

    boolean met() {
        return value <= target;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-12s %8.2f %-2s  <= %6.2f  %-4s  %s",
                name,
                value,
                unit,
                target,
                met() ? "ok" : "OVER",
                detail);
    }
}
