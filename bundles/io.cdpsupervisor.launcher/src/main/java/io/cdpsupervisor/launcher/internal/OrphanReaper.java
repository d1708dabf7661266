package io.cdpsupervisor.launcher.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the browsers whose holders are all gone, and deletes what they left. Whatever cannot be proven to be ours is
 * left alone; whatever could not be ended keeps its record for the next sweep. Safe for any thread.
 */
final class OrphanReaper {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanReaper.class);

    private final BrowserHome home;
    private final ProcFs processes;
    private final LeaseBook leases;
    private final StateLock locks;
    private final ChromiumEnder ender;

    OrphanReaper(BrowserHome home, ProcFs processes, LeaseBook leases, StateLock locks, ChromiumEnder ender) {
        this.home = home;
        this.processes = processes;
        this.leases = leases;
        this.locks = locks;
        this.ender = ender;
    }

    /** Looks at every record and every throw-away profile once. Blocks for about 8 s per orphan at most. */
    void sweep() {
        try {
            for (Path record : home.recorded()) {
                quietly(record, () -> reapRecorded(record));
            }
            for (ProfileFolder folder : home.ephemerals()) {
                quietly(folder.userDataDir(), () -> reapUnrecorded(folder));
            }
        } catch (IOException e) {
            LOG.warn("The folder of launch records cannot be listed: {}", e.toString());
        }
    }

    private void reapRecorded(Path file) throws IOException {
        Optional<LaunchRecord> seen = LaunchRecord.read(file);
        if (seen.isEmpty()) {
            return;
        }
        ProfileFolder folder = home.folder(Path.of(seen.get().userDataDir()));
        if (folder.record().equals(file)) {
            ifNobodyHolds(folder, () -> {
                Optional<LaunchRecord> record = LaunchRecord.read(file);
                if (record.isPresent()) {
                    reap(folder, record.get());
                } else if (folder.ephemeral()) {
                    ender.clearUp(folder, record); // its process was quicker; our lock file made the folder anew
                }
            });
        }
    }

    private void reap(ProfileFolder folder, LaunchRecord record) throws IOException {
        if (!record.machine().sharesPidsWith(processes.machine())) {
            // Of an earlier boot or container. A kept profile's record is the proof with which its lock is cleared.
            if (folder.ephemeral()) {
                ender.clearUp(folder, Optional.of(record));
            }
        } else if (!record.browser().certain()) {
            LOG.warn("{} does not say when process {} started, so it is left alone.", folder.record(), record.pid());
        } else if (!processes.isRunning(record.browser())) {
            ender.clearUp(folder, Optional.of(record));
        } else if (processes.drives(record.pid(), folder.userDataDir())) {
            LOG.info("Ending the orphaned browser {} on {}.", record.pid(), folder.userDataDir());
            ender.end(folder, record, ChromiumEnder.Patience.ORDINARY);
        } else {
            Files.deleteIfExists(folder.record());
        }
    }

    /** A process that died between spawn and record leaves this; only inside of our own root may it be recognised. */
    private void reapUnrecorded(ProfileFolder folder) throws IOException {
        if (Files.exists(folder.record())) {
            return;
        }
        ifNobodyHolds(folder, () -> {
            List<ProcessIdentity> drivers = processes.drivers(folder.userDataDir());
            if (Files.exists(folder.record()) || drivers.size() > 1) {
                return;
            }
            drivers.forEach(driver -> ender.terminate(driver, ChromiumEnder.Patience.ORDINARY));
            if (drivers.stream().noneMatch(processes::isRunning)) {
                ender.clearUp(folder, Optional.empty());
            }
        });
    }

    /** Whoever launches or ends on the profile now has its lock, and is no orphan's holder. */
    private void ifNobodyHolds(ProfileFolder folder, Step step) throws IOException {
        locks.tryUnder(folder, Duration.ZERO, () -> {
            if (leases.uses(folder) == 0 && !leases.isHeldElsewhere(folder)) {
                step.run();
            }
            return true;
        });
    }

    private static void quietly(Path subject, Step step) {
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} is left for the next sweep: {}", subject, e.toString());
        }
    }

    private interface Step {
        void run() throws IOException;
    }
}
