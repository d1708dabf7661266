package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A Chromium that we have just spawned, until its endpoint answers. It has a session of its own and no pipe to us, so
 * that it outlives this process and nothing of it hangs on ours. Used by one thread.
 */
final class ChromiumProcess {

    /** The profile is held by another one: Chromium exits with 21 and leaves everything as it was. */
    static final class LostRace extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static final int EXIT_PROFILE_IN_USE = 21;
    private static final long POLL_MILLIS = 10;
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(2);

    private final Process process;
    private final Path output;

    private ChromiumProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Spawns it. {@code setsid} makes the session and becomes the browser, so the number stays the same.
     *
     * @param output takes what it prints; emptied first
     * @throws BrowserException {@code launch_failed}
     */
    static ChromiumProcess start(ChromiumCommand command, Path output) {
        List<String> call = new ArrayList<>(List.of("setsid"));
        call.addAll(command.arguments());
        ProcessBuilder builder = new ProcessBuilder(call)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().putAll(command.environment());
        try {
            return new ChromiumProcess(builder.start(), output);
        } catch (IOException e) {
            throw new BrowserException(
                    ErrorCode.LAUNCH_FAILED,
                    "The browser could not be started (" + e.getMessage()
                            + "). It is started through setsid, which the package util-linux brings.",
                    e);
        }
    }

    long pid() {
        return process.pid();
    }

    /**
     * Waits until the browser answers on its endpoint.
     *
     * @param portFile did not exist when the browser was spawned
     * @param cancelled gives up early when it turns true
     * @throws LostRace another browser took the profile first
     * @throws BrowserException {@code launch_failed}: it exited, or did not answer in time
     */
    DevToolsActivePort awaitReady(Path portFile, Duration timeout, BooleanSupplier cancelled) throws LostRace {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (System.nanoTime() - deadline < 0 && !cancelled.getAsBoolean()) {
            if (hasExited()) {
                if (process.exitValue() == EXIT_PROFILE_IN_USE) {
                    throw new LostRace();
                }
                throw new BrowserException(
                        ErrorCode.LAUNCH_FAILED,
                        "The browser exited with code " + process.exitValue() + " before it answered. "
                                + BrowserOutput.read(output).explained());
            }
            var ready = DevToolsActivePort.read(portFile).filter(port -> port.answers(PROBE_TIMEOUT));
            if (ready.isPresent()) {
                return ready.get();
            }
        }
        throw new BrowserException(
                ErrorCode.LAUNCH_FAILED,
                cancelled.getAsBoolean()
                        ? "The launcher is being stopped; nothing was started."
                        : "The browser runs but " + (Files.exists(portFile) ? "does not answer on" : "never opened")
                                + " its debugging port, for " + Math.round(timeout.toMillis() / 1000.0) + " s. "
                                + BrowserOutput.read(output).explained());
    }

    /** Ends it with everything it started, for it has never been anybody's. */
    void kill() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        boolean interrupted = Thread.interrupted(); // perhaps why it is killed; what it left is deleted next
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean hasExited() {
        try {
            return process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProfileRefusal.interrupted(e);
        }
    }
}
