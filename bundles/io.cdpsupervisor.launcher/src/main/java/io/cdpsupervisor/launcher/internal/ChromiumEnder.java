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
    private static final Duration POLITE = Duration.ofSeconds(5);
    private static final Duration TERMINATE = Duration.ofSeconds(2);
    private static final Duration KILL = Duration.ofSeconds(1);
    private static final Duration DELETE = Duration.ofSeconds(1);
    private static final long POLL_MILLIS = 10;

    private final BrowserHome home;
    private final ProcFs processes;
    private final BrowserCloser closer;

    ChromiumEnder(BrowserHome home, ProcFs processes, BrowserCloser closer) {
        this.home = home;
        this.processes = processes;
        this.closer = closer;
    }

    /**
     * Ends the recorded browser: asks it, then signals it; blocks for about 8 s at most.
     *
     * @return false when it is still there; then its record stays for the next attempt
     */
    boolean end(ProfileFolder folder, LaunchRecord record) throws IOException {
        if (!record.machine().sharesPidsWith(processes.machine())) {
            return false; // its number means nothing here
        }
        ProcessIdentity browser = record.browser();
        if (processes.isRunning(browser) && !politely(folder, browser)) {
            terminate(browser);
        }
        if (processes.isRunning(browser)) {
            LOG.warn("The browser {} on {} could not be ended.", browser.pid(), folder.userDataDir());
            return false;
        }
        clearUp(folder, Optional.of(record));
        return true;
    }

    /** Signals a process and its children: first to end, then to be gone. Somebody else of that number is not meant. */
    void terminate(ProcessIdentity process) {
        Optional<ProcessHandle> handle = ProcessHandle.of(process.pid());
        if (handle.isEmpty() || !processes.isRunning(process)) {
            return; // asked after the handle was taken: it now stands for this very process
        }
        List<ProcessHandle> tree = new ArrayList<>(handle.get().descendants().toList());
        tree.add(handle.get());
        tree.forEach(ProcessHandle::destroy);
        isGone(process, TERMINATE);
        tree.forEach(ProcessHandle::destroyForcibly);
        isGone(process, KILL);
    }

    /**
     * Takes away what is left of a browser that is gone: the links of its lock if they are its own, the port file, its
     * temporary files, a throw-away profile, and last the record.
     *
     * @param record empty when there never was one
     */
    void clearUp(ProfileFolder folder, Optional<LaunchRecord> record) throws IOException {
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
        if (folder.ephemeral()) {
            delete(folder.userDataDir());
            delete(folder.state());
        } else {
            Files.deleteIfExists(folder.record());
        }
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

    private boolean politely(ProfileFolder folder, ProcessIdentity browser) {
        return DevToolsActivePort.read(folder.portFile())
                .map(port -> closer.close(port, POLITE, patience -> isGone(browser, patience)))
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

    private static boolean await(Duration patience, BooleanSupplier condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return condition.getAsBoolean();
            }
        }
        return true;
    }
}
