package io.cdpsupervisor.launcher.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends browsers that are provably ours and takes away what they leave behind. The caller holds the profile's state
 * lock. Safe for any thread.
 */
final class ChromiumEnder {
    private static final Logger LOG = LoggerFactory.getLogger(ChromiumEnder.class);
    private static final Duration DELETE = Duration.ofSeconds(1);
    private static final long POLL_MILLIS = 10;

    /** How long each step of an ending may take. */
    record Patience(Duration polite, Duration terminate, Duration kill) {
        static final Patience ORDINARY =
                new Patience(Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ofSeconds(1));

        /** This process ends 5 s after it was told to; a browser that hangs must be gone by then. */
        static final Patience LAST =
                new Patience(Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofMillis(500));
    }

    private final BrowserHome home;
    private final ProcFs processes;
    private final BrowserCloser closer;

    ChromiumEnder(BrowserHome home, ProcFs processes, BrowserCloser closer) {
        this.home = home;
        this.processes = processes;
        this.closer = closer;
    }

    /**
     * Ends the recorded browser: asks it, then signals it; blocks for as long as the patience says, and about 1 s for
     * its files.
     *
     * @return false when it is still there; then its record stays for the next attempt
     */
    boolean end(ProfileFolder folder, LaunchRecord record, Patience patience) throws IOException {
        if (!record.machine().sharesPidsWith(processes.machine())) {
            return false; // its number means nothing here
        }
        ProcessIdentity browser = record.browser();
        if (processes.isRunning(browser) && !politely(folder, record, patience.polite())) {
            terminate(browser, patience);
        }
        if (processes.isRunning(browser)) {
            LOG.warn("The browser {} on {} could not be ended.", browser.pid(), folder.userDataDir());
            return false;
        }
        clearUp(folder, Optional.of(record));
        return true;
    }

    /** Signals a process and its children: first to end, then to be gone. Somebody else of that number is not meant. */
    void terminate(ProcessIdentity process, Patience patience) {
        Optional<ProcessHandle> handle = ProcessHandle.of(process.pid());
        if (handle.isEmpty() || !processes.isRunning(process)) {
            return; // asked after the handle was taken: it now stands for this very process
        }
        List<ProcessHandle> tree = new ArrayList<>(handle.get().descendants().toList());
        tree.add(handle.get());
        tree.forEach(ProcessHandle::destroy);
        isGone(process, patience.terminate());
        tree.forEach(ProcessHandle::destroyForcibly);
        isGone(process, patience.kill());
    }

    /**
     * Takes away what is left of a browser that is gone and whose profile nobody uses any more: its traces, and a
     * throw-away profile with what we know about it. The profile goes last, for by it the reaper finds the rest.
     *
     * @param record empty when there never was one
     */
    void clearUp(ProfileFolder folder, Optional<LaunchRecord> record) throws IOException {
        clearTraces(folder, record);
        if (folder.ephemeral()) {
            delete(folder.state());
            delete(folder.userDataDir());
        }
    }

    /**
     * Takes away what a browser that is gone left on a profile that others may still use: the links of its lock if
     * they are its own, the port file, its temporary files, and last the record.
     *
     * @param record empty when there never was one
     */
    void clearTraces(ProfileFolder folder, Optional<LaunchRecord> record) throws IOException {
        SingletonLock lock = SingletonLock.read(folder.singletonLock());
        boolean ours = record.map(r -> new SingletonLock.Held(r.machine().hostname(), r.pid()))
                .filter(lock::equals)
                .isPresent();
        if (ours) {
            deleteSingletonLinks(folder);
        }
        if (ours || lock instanceof SingletonLock.Absent) {
            Files.deleteIfExists(folder.portFile());
        }
        deleteTempFolder(record);
        delete(home.tempFolder(folder)); // made before there is a record
        Files.deleteIfExists(folder.record());
    }

    /** Deletes what a browser that is gone left in its TMPDIR. */
    void deleteTempFolder(Optional<LaunchRecord> record) throws IOException {
        Optional<Path> temp = record.map(LaunchRecord::tempDir).map(Path::of).filter(home::isTempFolder);
        if (temp.isPresent()) {
            delete(temp.get());
        }
    }

    void deleteSingletonLinks(ProfileFolder folder) throws IOException {
        for (String link : List.of("SingletonLock", "SingletonSocket", "SingletonCookie")) {
            Files.deleteIfExists(folder.userDataDir().resolve(link));
        }
    }

    /** A port file that names another browser than the record leads to somebody else's. */
    private boolean politely(ProfileFolder folder, LaunchRecord record, Duration patience) {
        return DevToolsActivePort.read(folder.portFile())
                .filter(port -> record.state() == LaunchRecord.State.STARTING
                        || port.browserPath().equals(record.browserPath()))
                .map(port -> closer.close(port, patience, left -> isGone(record.browser(), left)))
                .orElse(false);
    }

    private boolean isGone(ProcessIdentity process, Duration patience) {
        return await(patience, () -> !processes.isRunning(process));
    }

    /** The browser's children may still write for a moment after it has gone. */
    private static void delete(Path folder) throws IOException {
        IOException[] last = new IOException[1];
        boolean done = await(DELETE, () -> {
            try {
                PrivateFiles.deleteTree(folder);
                return true;
            } catch (IOException e) {
                last[0] = e;
                return false;
            }
        });
        if (!done) {
            throw last[0];
        }
    }

    /** An interrupt waits too: a browser that is ended by half would be lost. */
    private static boolean await(Duration patience, BooleanSupplier condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        try {
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - deadline >= 0) {
                    return false;
                }
                try {
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
