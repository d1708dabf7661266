package io.cdpsupervisor.boot;

import io.cdpsupervisor.boot.log.LastingLogManager;

/** The entry point of {@code bin/cdp-supervisor}. */
public final class Main {

    private Main() {}

    /** Runs the verb and ends the process with its exit code. */
    public static void main(String[] args) {
        var surroundings = Surroundings.takeOver();
        System.setProperty("java.util.logging.manager", LastingLogManager.class.getName());
        System.exit(new CommandFace(surroundings).run(args));
    }
}
