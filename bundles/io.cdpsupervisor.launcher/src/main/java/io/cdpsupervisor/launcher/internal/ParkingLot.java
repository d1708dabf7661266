package io.cdpsupervisor.launcher.internal;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Leases that wait for the next life of the bundle that had them. A parked lease still counts as a use. Safe for any
 * thread.
 */
final class ParkingLot {

    /** Equal only to itself: one task's lease is not another's. */
    private static final class Parked {
        final String key;
        final ProfileFolder folder;

        Parked(Lease lease) {
            key = lease.key();
            folder = lease.folder();
        }
    }

    private final ScheduledExecutorService timer;
    private final Duration time;
    private final Consumer<ProfileFolder> expired;
    private final Set<Parked> parked = ConcurrentHashMap.newKeySet();

    /** @param expired gives one use of the profile back; called on the timer's thread */
    ParkingLot(ScheduledExecutorService timer, Duration time, Consumer<ProfileFolder> expired) {
        this.timer = timer;
        this.time = time;
        this.expired = expired;
    }

    /** Never blocks. */
    void park(Lease lease) {
        Parked waiting = new Parked(lease);
        parked.add(waiting);
        try {
            timer.schedule(() -> expire(waiting), time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            parked.remove(waiting); // the launcher was closed, which gave everything back
        }
    }

    /** How many leases of that key and profile waited; they are the caller's to give back now. */
    int claim(String key, ProfileFolder folder) {
        int claimed = 0;
        for (Parked waiting : parked) {
            if (waiting.key.equals(key) && waiting.folder.equals(folder) && parked.remove(waiting)) {
                claimed++;
            }
        }
        return claimed;
    }

    private void expire(Parked waiting) {
        if (parked.remove(waiting)) {
            expired.accept(waiting.folder);
        }
    }
}
