package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.launcher.LaunchRequest;
import io.cdpsupervisor.transport.CdpConnector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The browsers of this process: who uses them, and when they end. What runs on a profile is one fact, how many uses it
 * has another (the {@link LeaseBook}'s); both change under the profile's state lock only. Safe for any thread.
 */
final class ChromiumLauncher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChromiumLauncher.class);

    /** What a launch may take beyond its own time until the next one on that profile is refused. */
    private static final Duration LOCK_MARGIN = Duration.ofSeconds(15);

    /** How long a give-back waits for the profile's lock; less when this process ends 5 s after it was told to. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(8);

    private static final Duration LAST_LOCK_WAIT = Duration.ofSeconds(3);
    private static final Duration CLOSE = Duration.ofSeconds(4);
    private static final Duration SWEEP_PERIOD = Duration.ofSeconds(300);
    private static final Path IMAGE_RECORD = Path.of("/etc/cdp-supervisor/chromium-executable-path");

    private final ProcFs processes = new ProcFs(Path.of("/proc"));
    private final LeaseBook leases = new LeaseBook(processes);
    private final StateLock locks = new StateLock();
    private final ChromiumLocator locator;
    private final ChromiumEnder ender;
    private final OrphanReaper reaper;
    private final RequestedProfiles profiles;
    private final KnownBrowsers browsers;
    private final ScheduledThreadPoolExecutor timer;
    private final ParkingLot parkingLot;
    private final BooleanSupplier processEnds;
    private volatile LauncherSettings settings;
    private volatile boolean closed;

    /**
     * @param stateRoot the product's state folder
     * @param environment of this process
     * @param parkTime how long a lease waits for the next life of the bundle that had it
     * @param processEnds whether the framework is stopping, so that there is little time left to end a browser
     */
    ChromiumLauncher(
            Path stateRoot,
            Map<String, String> environment,
            CdpConnector connector,
            LauncherSettings settings,
            Duration parkTime,
            BooleanSupplier processEnds)
            throws IOException {
        BrowserHome home = new BrowserHome(stateRoot);
        this.processEnds = processEnds;
        this.settings = settings;
        locator = new ChromiumLocator(environment, List.of(home.recordedExecutable(), IMAGE_RECORD));
        ender = new ChromiumEnder(home, processes, new BrowserCloser(connector));
        ProfileOpener opener = new ProfileOpener(
                home, processes, new ProfileOccupancy(processes, leases), locator, ender, environment);
        browsers = new KnownBrowsers(opener, ender, leases, this::hurried);
        reaper = new OrphanReaper(home, processes, leases, locks, ender);
        profiles = new RequestedProfiles(home, UsersOwnProfiles.of(environment));
        timer = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "cdp-launcher-timer"));
        parkingLot = new ParkingLot(timer, parkTime, this::giveBack);
    }

    /** Reaps now and from time to time, on a thread of its own. */
    void startSweeping() {
        timer.scheduleWithFixedDelay(reaper::sweep, 0, SWEEP_PERIOD.toSeconds(), TimeUnit.SECONDS);
    }

    /** Counts from the next launch on. */
    void apply(LauncherSettings changed) {
        settings = changed;
    }

    /** See {@link io.cdpsupervisor.api.launcher.BrowserLauncher#executable()}. */
    Path executable() {
        return locator.locate(settings.executable());
    }

    /**
     * See {@link io.cdpsupervisor.api.launcher.BrowserLauncher#launch}.
     *
     * @param giveBack called when the lease is closed; it calls {@link #giveBack} or {@link #park}
     */
    Lease launch(LaunchRequest request, Consumer<Lease> giveBack) {
        try {
            Optional<Lease> lease;
            do {
                ProfileFolder folder = profiles.folderFor(request);
                lease = locks.under(folder, request.timeout().plus(LOCK_MARGIN), () -> join(request, folder, giveBack));
            } while (lease.isEmpty());
            return lease.get();
        } catch (ClosedByInterruptException | FileLockInterruptionException e) {
            throw ProfileRefusal.interrupted(e);
        } catch (IOException | UncheckedIOException e) {
            throw new BrowserException(
                    ErrorCode.LAUNCH_FAILED,
                    "The browser's files cannot be used: " + e + ". Check the folder's owner and the free space.",
                    e);
        }
    }

    /**
     * One use less; the last one ends an owned browser that no other process holds. Blocks for some 9 s at most, once
     * it has the profile's lock; for some 4 s when the process ends.
     */
    void giveBack(ProfileFolder folder) {
        if (!closed) {
            quietly(folder, hurried() ? LAST_LOCK_WAIT : LOCK_WAIT, () -> {
                if (leases.release(folder) == 0) {
                    leave(folder);
                }
            });
        }
    }

    /** Keeps the lease for the next life of the bundle that had it. Never blocks. */
    void park(Lease lease) {
        parkingLot.park(lease);
    }

    /** One pass of the reaper. */
    void sweep() {
        reaper.sweep();
    }

    /** Gives back everything at once; browsers that nobody else holds end, side by side. Blocks for 4 s at most. */
    @Override
    public void close() {
        closed = true; // a launch under way gives up, and lets go of its lock
        timer.shutdownNow();
        List<Thread> ending = browsers.folders().stream()
                .map(folder ->
                        daemon(() -> quietly(folder, LAST_LOCK_WAIT, () -> giveBackAll(folder)), "cdp-launcher-end"))
                .toList();
        ending.forEach(Thread::start);
        long deadline = System.nanoTime() + CLOSE.toNanos();
        try {
            for (Thread thread : ending) {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        leases.close();
    }

    /** Empty: the throw-away profile ended while we waited for its lock; the caller takes the next one. */
    private Optional<Lease> join(LaunchRequest request, ProfileFolder folder, Consumer<Lease> giveBack)
            throws IOException {
        if (!profiles.isCurrent(request, folder)) {
            if (!Files.exists(folder.userDataDir())) {
                ender.clearUp(folder, Optional.empty()); // our wait made its lock file anew
            }
            return Optional.empty();
        }
        try {
            refuseWhenClosed();
            RunningBrowser browser = browsers.on(folder, settings, request.timeout(), () -> closed);
            refuseWhenClosed(); // from here on close() knows the browser, and waits for our lock
            leases.acquire(folder);
            claimParked(request.key(), folder);
            return Optional.of(new Lease(request.key(), browser, processes, giveBack));
        } finally {
            if (leases.uses(folder) == 0) {
                leaveAfterFailure(folder);
            }
        }
    }

    private void refuseWhenClosed() {
        if (closed) {
            throw new BrowserException(ErrorCode.LAUNCH_FAILED, "The launcher is being stopped.");
        }
    }

    /** The caller shall hear why it got no browser, and not what else went wrong then. */
    private void leaveAfterFailure(ProfileFolder folder) {
        try {
            leave(folder);
        } catch (IOException e) {
            LOG.warn("Could not tidy up {}: {}", folder.userDataDir(), e.toString());
        }
    }

    /** The new lease holds the browser, so what was parked for its key need not. */
    private void claimParked(String key, ProfileFolder folder) throws IOException {
        for (int claimed = parkingLot.claim(key, folder); claimed > 0; claimed--) {
            leases.release(folder);
        }
    }

    private void giveBackAll(ProfileFolder folder) throws IOException {
        while (leases.release(folder) > 0) {
            LOG.debug("A lease on {} was still held.", folder.userDataDir());
        }
        leave(folder);
    }

    private void leave(ProfileFolder folder) throws IOException {
        profiles.forget(folder);
        browsers.leave(folder);
    }

    private boolean hurried() {
        return closed || processEnds.getAsBoolean();
    }

    private void quietly(ProfileFolder folder, Duration wait, Step step) {
        boolean interrupted = Thread.interrupted(); // a caller in a hurry must still let go
        try {
            Optional<Boolean> done = locks.tryUnder(folder, wait, () -> {
                step.run();
                return true;
            });
            if (done.isEmpty()) {
                LOG.warn("{} was not to be had; the browser there is left to a later sweep.", folder.lock());
                leases.release(folder);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("Could not tidy up after the browser on {}: {}", folder.userDataDir(), e.toString());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
