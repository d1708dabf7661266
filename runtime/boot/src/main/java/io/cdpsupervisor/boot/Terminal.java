package io.cdpsupervisor.boot;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.TimeUnit;

/** Whether a person sits at the other end. */
final class Terminal {

    private Terminal() {}

    /** Asks {@code test -t 0}: {@code System.console()} answers differently from one Java version to the next. */
    static boolean isStandardInput() {
        try {
            Process test = new ProcessBuilder("test", "-t", "0")
                    .redirectInput(Redirect.INHERIT)
                    .start();
            return test.waitFor(5, TimeUnit.SECONDS) && test.exitValue() == 0;
        } catch (IOException e) {
            return false; // no such command, so no terminal of the kind we know
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
