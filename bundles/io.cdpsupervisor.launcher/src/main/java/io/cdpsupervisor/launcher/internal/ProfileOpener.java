package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets a browser on a profile: joins the one that runs where that is safe, starts one where the profile is proven free,
 * refuses otherwise. The caller holds the profile's state lock. Safe for any thread.
 */
final class ProfileOpener {
    private static final Logger LOG = LoggerFactory.getLogger(ProfileOpener.class);
    private static final long POLL_MILLIS = 100;

    private final BrowserHome home;
    private final ProcFs processes;
    private final ProfileOccupancy occupancy;
    private final ChromiumLocator locator;
    private final ChromiumEnder ender;
    private final Map<String, String> environment;

    ProfileOpener(
            BrowserHome home,
            ProcFs processes,
            ProfileOccupancy occupancy,
            ChromiumLocator locator,
            ChromiumEnder ender,
            Map<String, String> environment) {
        this.home = home;
        this.processes = processes;
        this.occupancy = occupancy;
        this.locator = locator;
        this.ender = ender;
        this.environment = Map.copyOf(environment);
    }

    /**
     * A browser on that profile; blocks until it answers.
     *
     * @param cancelled gives up early when it turns true
     * @throws BrowserException with the code for the caller; nothing was left running
     */
    RunningBrowser open(ProfileFolder folder, LauncherSettings settings, Duration timeout, BooleanSupplier cancelled)
            throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean raced = false;
        while (true) {
            ProfileOccupancy.Facts facts = occupancy.inspect(folder, timeout);
            switch (ProfileOccupancy.decide(facts)) {
                case ATTACH_OWNED -> {
                    return attachOwned(folder);
                }
                case ATTACH_FOREIGN -> {
                    return attachForeign(folder, facts);
                }
                case CLEAR_AND_LAUNCH -> clear(folder, facts);
                case LAUNCH -> {
                    try {
                        return start(folder, settings, left(deadline), cancelled);
                    } catch (ChromiumProcess.LostRace e) {
                        if (raced) {
                            throw ProfileRefusal.lostTwice(folder, e);
                        }
                        raced = true;
                    }
                }
                case WAIT -> {
                    if (System.nanoTime() - deadline > 0 || cancelled.getAsBoolean()) {
                        throw ProfileRefusal.unreachable(folder, facts);
                    }
                    pause();
                }
                case REFUSE_UNREACHABLE -> throw ProfileRefusal.unreachable(folder, facts);
                case REFUSE_OTHER_HOST -> throw ProfileRefusal.otherHost(folder, facts);
                case REFUSE_UNREADABLE -> throw ProfileRefusal.unreadable(folder, facts);
                case REFUSE_UNKNOWN -> throw ProfileRefusal.unknown(folder, facts);
            }
        }
    }

    /** Whoever waited for most of the time does not get all of it again. */
    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    private RunningBrowser attachOwned(ProfileFolder folder) throws IOException {
        LaunchRecord record = LaunchRecord.read(folder.record()).orElseThrow(() -> vanished(folder));
        DevToolsActivePort port = DevToolsActivePort.read(folder.portFile()).orElseThrow(() -> vanished(folder));
        if (record.state() == LaunchRecord.State.STARTING) {
            record.ready(port).write(folder.record()); // its launcher died in between
        }
        return RunningBrowser.ours(folder, record, port);
    }

    private RunningBrowser attachForeign(ProfileFolder folder, ProfileOccupancy.Facts facts) throws IOException {
        DevToolsActivePort port = DevToolsActivePort.read(folder.portFile()).orElseThrow(() -> vanished(folder));
        ProcessIdentity process = Optional.of(facts.lock())
                .filter(SingletonLock.Held.class::isInstance)
                .filter(lock -> facts.lockIsHere())
                .flatMap(lock -> processes.identify(((SingletonLock.Held) lock).pid()))
                .orElse(new ProcessIdentity(0, 0));
        LOG.info("Using the browser {} that somebody else started on {}.", process.pid(), folder.userDataDir());
        return new RunningBrowser(folder, process, port, Optional.empty());
    }

    /** The proof was gathered under the state lock; the link is compared once more, for Chromium takes no such lock. */
    private void clear(ProfileFolder folder, ProfileOccupancy.Facts facts) throws IOException {
        if (SingletonLock.read(folder.singletonLock()).equals(facts.lock())) {
            LOG.info("Taking away the lock that an earlier life of this container left on {}.", folder.userDataDir());
            ender.deleteSingletonLinks(folder);
        }
    }

    private RunningBrowser start(
            ProfileFolder folder, LauncherSettings settings, Duration timeout, BooleanSupplier cancelled)
            throws IOException, ChromiumProcess.LostRace {
        Path executable = locator.locate(settings.executable());
        MachineIdentity here = processes.machine();
        PrivateFiles.createFolder(folder.userDataDir());
        PrivateFiles.createFolder(folder.state());
        Files.deleteIfExists(folder.portFile());
        ender.deleteTempFolder(LaunchRecord.readable(folder.record()));
        Path temp = home.newTempFolder(folder);
        SandboxPolicy sandbox = SandboxPolicy.of(Path.of("/"));
        ChromiumCommand command = ChromiumCommand.of(executable, folder, temp, settings, sandbox, environment);
        LOG.info("Starting {} on {}: {}.", executable, folder.userDataDir(), sandbox.explained(settings));
        ChromiumProcess process = spawn(command, folder, temp);
        LaunchRecord record = starting(folder, executable, temp, here, process.pid());
        boolean ready = false;
        try {
            record.write(folder.record());
            DevToolsActivePort port = process.awaitReady(folder.portFile(), timeout, cancelled);
            record.ready(port).write(folder.record());
            ready = true;
            return RunningBrowser.ours(folder, record, port);
        } finally {
            if (!ready) {
                abandon(process, folder, record); // also for an Error: nobody else knows of it
            }
        }
    }

    /** Takes away the browser and its traces; a throw-away profile stays, for it may still be in use. */
    private void abandon(ChromiumProcess process, ProfileFolder folder, LaunchRecord record) {
        process.kill();
        try {
            ender.clearTraces(folder, Optional.of(record));
        } catch (IOException e) {
            LOG.warn("Could not tidy up {}: {}", folder.userDataDir(), e.toString());
        }
    }

    private static ChromiumProcess spawn(ChromiumCommand command, ProfileFolder folder, Path temp) throws IOException {
        try {
            return ChromiumProcess.start(command, folder.output());
        } catch (BrowserException e) {
            PrivateFiles.deleteTree(temp); // there is no record yet that would name it
            throw e;
        }
    }

    private LaunchRecord starting(ProfileFolder folder, Path executable, Path temp, MachineIdentity here, long pid) {
        ProcessIdentity browser = processes.identify(pid).orElse(new ProcessIdentity(pid, 0));
        long self = ProcessHandle.current().pid();
        return new LaunchRecord(
                LaunchRecord.VERSION,
                folder.userDataDir().toString(),
                executable.toString(),
                browser.pid(),
                browser.startTicks(),
                here,
                "",
                "",
                temp.toString(),
                folder.ephemeral(),
                LaunchRecord.State.STARTING,
                processes.identify(self).orElse(new ProcessIdentity(self, 0)),
                System.currentTimeMillis());
    }

    private static BrowserException vanished(ProfileFolder folder) {
        return new BrowserException(
                ErrorCode.LAUNCH_FAILED,
                "The browser on " + folder.userDataDir() + " ended while it was being joined. Try again.");
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProfileRefusal.interrupted(e);
        }
    }
}
