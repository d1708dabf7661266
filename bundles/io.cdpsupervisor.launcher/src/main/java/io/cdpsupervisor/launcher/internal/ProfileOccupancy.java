package io.cdpsupervisor.launcher.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Who is on a profile, and what that allows. {@link #inspect} gathers the facts, {@link #decide} is the table, a pure
 * function of them. The caller holds the profile's state lock. Safe for any thread.
 */
final class ProfileOccupancy {

    /** What a launch may do now. */
    enum Verdict {
        /** A browser that this installation started: its last holder may end it. */
        ATTACH_OWNED,
        /** Somebody else's browser: used, never ended. */
        ATTACH_FOREIGN,
        LAUNCH,
        /** The lock is left over from an earlier life of this container: take the links away, then launch. */
        CLEAR_AND_LAUNCH,
        /** A browser is just starting or ending on it. */
        WAIT,
        REFUSE_UNREACHABLE,
        REFUSE_OTHER_HOST,
        REFUSE_UNREADABLE,
        REFUSE_UNKNOWN
    }

    /** The process that the lock names, as far as it can be seen from here. */
    enum Holder {
        /** No such process, or not a browser on this profile: the number was given to somebody else. */
        GONE,
        STARTING,
        RUNNING,
        /** It may not be looked at. */
        HIDDEN
    }

    /** How the launch record relates to what is seen. */
    enum Provenance {
        /** No record, one that cannot be read, or one of another browser. */
        NONE,
        /** It names a running browser on this profile. */
        OURS,
        /** It names the lock's holder, and says that this was on an earlier boot or in an earlier container. */
        EARLIER_GENERATION
    }

    /**
     * What the table looks at.
     *
     * @param lockIsHere whether the lock was made on this host; meaningless when there is no readable lock
     * @param answers whether the browser of the port file answers with its own id
     * @param leaseHeld whether a living process holds a lease
     */
    record Facts(
            SingletonLock lock,
            boolean lockIsHere,
            Holder holder,
            boolean answers,
            Provenance provenance,
            boolean leaseHeld) {}

    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(2);

    private final ProcFs processes;
    private final LeaseBook leases;

    ProfileOccupancy(ProcFs processes, LeaseBook leases) {
        this.processes = processes;
        this.leases = leases;
    }

    static Verdict decide(Facts facts) {
        boolean held = facts.lock() instanceof SingletonLock.Held;
        boolean heldHere = held && facts.lockIsHere();
        // A copied profile brings the port file of its original's browser along; the lock's holder gives it away.
        if (facts.answers() && !(heldHere && facts.holder() == Holder.GONE)) {
            return facts.provenance() == Provenance.OURS ? Verdict.ATTACH_OWNED : Verdict.ATTACH_FOREIGN;
        }
        if (facts.lock() instanceof SingletonLock.Absent) {
            // Our browser without its lock: it is about to end, or hangs and somebody took the lock away.
            return facts.provenance() == Provenance.OURS ? Verdict.WAIT : Verdict.LAUNCH;
        }
        if (!held) {
            return Verdict.REFUSE_UNREADABLE;
        }
        if (!heldHere) {
            return facts.provenance() == Provenance.EARLIER_GENERATION && !facts.leaseHeld()
                    ? Verdict.CLEAR_AND_LAUNCH
                    : Verdict.REFUSE_OTHER_HOST;
        }
        return switch (facts.holder()) {
            // Chromium itself takes such a lock over; but our browser that runs without it is not launched over.
            case GONE -> facts.provenance() == Provenance.OURS ? Verdict.WAIT : Verdict.LAUNCH;
            case STARTING -> Verdict.WAIT;
            case RUNNING -> Verdict.REFUSE_UNREACHABLE; // Chromium would kill the holder after 20 s
            case HIDDEN -> Verdict.REFUSE_UNKNOWN;
        };
    }

    /**
     * Looks at files, processes and the endpoint; blocks for a few seconds at most.
     *
     * @param startTime how long a browser may take until it answers
     */
    Facts inspect(ProfileFolder folder, Duration startTime) {
        MachineIdentity here = processes.machine();
        SingletonLock lock = SingletonLock.read(folder.singletonLock());
        Optional<LaunchRecord> record = LaunchRecord.readable(folder.record());
        boolean lockIsHere = lock instanceof SingletonLock.Held held && isHere(held, here, record);
        return new Facts(
                lock,
                lockIsHere,
                lockIsHere ? holder(((SingletonLock.Held) lock).pid(), folder.userDataDir(), startTime) : Holder.GONE,
                DevToolsActivePort.read(folder.portFile())
                        .filter(port -> port.answers(PROBE_TIMEOUT))
                        .isPresent(),
                provenance(lock, record, here, folder.userDataDir()),
                leases.isHeldElsewhere(folder));
    }

    /**
     * A renamed host does not make our own running browser a stranger: the record remembers the old name. And two
     * containers may have one host name and share the folder: the record tells whose number the lock's is.
     */
    private static boolean isHere(SingletonLock.Held lock, MachineIdentity here, Optional<LaunchRecord> record) {
        Optional<LaunchRecord> sameHost =
                record.filter(r -> r.machine().hostname().equals(lock.host()));
        if (lock.host().equals(here.hostname())) {
            return sameHost.filter(r -> r.pid() == lock.pid() && !r.machine().sharesPidsWith(here))
                    .isEmpty();
        }
        return sameHost.filter(r -> r.machine().sharesPidsWith(here)).isPresent();
    }

    private Holder holder(long pid, Path profile, Duration startTime) {
        try {
            if (!processes.drives(pid, profile)) {
                return Holder.GONE;
            }
        } catch (IOException e) {
            return Holder.HIDDEN;
        }
        return ProcessHandle.of(pid)
                        .flatMap(p -> p.info().startInstant())
                        .filter(start -> start.plus(startTime).isAfter(Instant.now()))
                        .isPresent()
                ? Holder.STARTING
                : Holder.RUNNING;
    }

    private Provenance provenance(
            SingletonLock lock, Optional<LaunchRecord> record, MachineIdentity here, Path profile) {
        if (record.isEmpty() || !record.get().userDataDir().equals(profile.toString())) {
            return Provenance.NONE;
        }
        LaunchRecord launch = record.get();
        if (launch.machine().sharesPidsWith(here)) {
            return isOurs(launch, profile) ? Provenance.OURS : Provenance.NONE;
        }
        return lock instanceof SingletonLock.Held held
                        && held.host().equals(launch.machine().hostname())
                        && held.pid() == launch.pid()
                ? Provenance.EARLIER_GENERATION
                : Provenance.NONE;
    }

    private boolean isOurs(LaunchRecord launch, Path profile) {
        try {
            return processes.isRunning(launch.browser()) && processes.drives(launch.pid(), profile);
        } catch (IOException e) {
            return false;
        }
    }
}
