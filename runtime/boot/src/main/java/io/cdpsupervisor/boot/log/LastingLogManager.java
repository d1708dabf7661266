package io.cdpsupervisor.boot.log;

import java.util.logging.LogManager;

/**
 * A log manager that keeps its handlers while the process ends: the JDK's own closes them in a shutdown hook, beside
 * the one that stops the framework, and what the framework says last would be lost. Made by the JDK.
 */
public final class LastingLogManager extends LogManager {

    @Override
    public void reset() {
        // the handlers hold no buffers, so there is nothing to close
    }
}
