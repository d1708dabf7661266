package io.cdpsupervisor.supervisor.internal;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Keeps classes from logging what a test makes happen a thousand times. Safe for any thread. */
final class Hush {

    /** Held here, since the log manager forgets loggers that nobody holds, and their levels. */
    private final List<Logger> loggers;

    Hush(Class<?>... classes) {
        loggers = Stream.of(classes).map(c -> Logger.getLogger(c.getName())).toList();
    }

    void begin() {
        loggers.forEach(logger -> logger.setLevel(Level.OFF));
    }

    void end() {
        loggers.forEach(logger -> logger.setLevel(null));
    }
}
