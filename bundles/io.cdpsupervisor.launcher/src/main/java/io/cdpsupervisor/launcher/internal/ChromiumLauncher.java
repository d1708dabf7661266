package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.launcher.LaunchRequest;
import io.cdpsupervisor.transport.CdpConnector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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

    private static final Duration END = Duration.ofSeconds(8);
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration SWEEP_PERIOD = Duration.ofSeconds(300);
    private static final Path IMAGE_RECORD = Path.of("/etc/cdp-supervisor/chromium-executable-path");

    private final BrowserHome home;
    private final ProcFs processes = new ProcFs(Path.of("/proc"));
    private final LeaseBook leases = new LeaseBook(processes);
    private final StateLock locks = new StateLock();
    private final ChromiumLocator locator;
    private final ProfileOpener opener;
    private final ChromiumEnder ender;
    private final OrphanReaper reaper;
    private final UsersOwnProfiles usersOwn;
    private final ScheduledThreadPoolExecutor timer;
    private final ParkingLot parkingLot;

    private final Map<String, ProfileFolder> ephemerals = new ConcurrentHashMap<>(); // by key
    private final Map<ProfileFolder, Optional<RunningBrowser>> browsers = new ConcurrentHashMap<>(); // empty: starting
    private volatile LauncherSettings settings;
    private volatile boolean closed;

    /**
     * @param stateRoot the product's state folder
     * @param environment of this process
     * @param parkTime how long a lease waits for the next life of the bundle that had it
     */
    ChromiumLauncher(
            Path stateRoot,
            Map<String, String> environment,
            CdpConnector connector,
            LauncherSettings settings,
            Duration parkTime)
            throws IOException {
        this.home = new BrowserHome(stateRoot);
        this.settings = settings;
        locator = new ChromiumLocator(environment, List.of(home.recordedExecutable(), IMAGE_RECORD));
        ender = new ChromiumEnder(home, processes, new BrowserCloser(connector));
        opener = new ProfileOpener(
                home, processes, new ProfileOccupancy(processes, leases), locator, ender, environment);
        reaper = new OrphanReaper(home, processes, leases, locks, ender);
        usersOwn = UsersOwnProfiles.of(environment);
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
                ProfileFolder folder = folderFor(request);
                lease = locks.under(folder, request.timeout().plus(LOCK_MARGIN), () -> join(request, folder, giveBack));
            } while (lease.isEmpty());
            return lease.get();
        } catch (IOException | UncheckedIOException e) {
            throw new BrowserException(
                    ErrorCode.LAUNCH_FAILED,
                    "The browser's files cannot be used: " + e + ". Check the folder's owner and the free space.",
                    e);
        }
    }

    /** One use less; the last one ends an owned browser that no other process holds. Blocks for some 8 s at most. */
    void giveBack(ProfileFolder folder) {
        if (!closed) {
            quietly(folder, () -> {
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

    /** Gives back everything at once; browsers that nobody else holds end, side by side. Blocks for some 9 s at most. */
    @Override
    public void close() {
        closed = true; // a launch under way gives up, and lets go of its lock
        timer.shutdownNow();
        List<Thread> ending = browsers.keySet().stream()
                .map(folder -> daemon(() -> quietly(folder, () -> giveBackAll(folder)), "cdp-launcher-end"))
                .toList();
        ending.forEach(Thread::start);
        long deadline = System.nanoTime() + END.plusSeconds(1).toNanos();
        try {
            for (Thread thread : ending) {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        leases.close();
    }

    private ProfileFolder folderFor(LaunchRequest request) throws IOException {
        if (request.ephemeral()) {
            return ephemerals.computeIfAbsent(request.key(), key -> home.newEphemeral());
        }
        Path profile = request.userDataDir().get();
        if (usersOwn.contains(profile)) {
            throw new BrowserException(
                    ErrorCode.LAUNCH_FAILED,
                    "The profile " + profile + " belongs to the user's own browser, which cannot be driven there."
                            + " Name another browser.user_data_dir, or leave it empty.");
        }
        return home.persistent(profile);
    }

    /** Empty: the throw-away profile ended while we waited for its lock; the caller takes the next one. */
    private Optional<Lease> join(LaunchRequest request, ProfileFolder folder, Consumer<Lease> giveBack)
            throws IOException {
        if (closed) {
            throw new BrowserException(ErrorCode.LAUNCH_FAILED, "The launcher is being stopped.");
        }
        if (request.ephemeral() && !folder.equals(ephemerals.get(request.key()))) {
            return Optional.empty();
        }
        try {
            RunningBrowser browser = runningOn(folder, request.timeout());
            leases.acquire(folder);
            claimParked(request.key(), folder);
            return Optional.of(new Lease(request.key(), browser, processes, giveBack));
        } finally {
            if (leases.uses(folder) == 0) {
                leaveAfterFailure(folder);
            }
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

    private RunningBrowser runningOn(ProfileFolder folder, Duration timeout) throws IOException {
        Optional<RunningBrowser> known = browsers.getOrDefault(folder, Optional.empty());
        if (known.filter(b -> b.port().answers(PROBE_TIMEOUT)).isPresent()) {
            return known.get();
        }
        browsers.putIfAbsent(folder, Optional.empty());
        RunningBrowser opened = opener.open(folder, settings, timeout, () -> closed);
        browsers.put(folder, Optional.of(opened));
        return opened;
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

    /** This process has no use left on the profile. */
    private void leave(ProfileFolder folder) throws IOException {
        Optional<RunningBrowser> browser = browsers.getOrDefault(folder, Optional.empty());
        browsers.remove(folder);
        ephemerals.values().remove(folder);
        if (browser.isEmpty()) {
            if (folder.ephemeral()) {
                ender.clearUp(folder, Optional.empty());
            }
        } else if (!leases.isHeldElsewhere(folder)) {
            // The file first: another process may have replaced a browser of ours that crashed, and left before us.
            Optional<LaunchRecord> record =
                    LaunchRecord.readable(folder.record()).or(() -> browser.flatMap(RunningBrowser::record));
            if (record.isPresent()) {
                ender.end(folder, record.get());
            }
        }
    }

    private void quietly(ProfileFolder folder, Step step) {
        try {
            Optional<Boolean> done = locks.tryUnder(folder, END, () -> {
                step.run();
                return true;
            });
            if (done.isEmpty()) {
                LOG.warn("{} was not to be had; the browser there is left to a later sweep.", folder.lock());
                leases.release(folder);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("Could not tidy up after the browser on {}: {}", folder.userDataDir(), e.toString());
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
