package io.cdpsupervisor.launcher.internal;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * What runs on the profiles that this process uses. Callers hold the profile's state lock. Safe for any thread.
 */
final class KnownBrowsers {
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(2);

    private final ProfileOpener opener;
    private final ChromiumEnder ender;
    private final LeaseBook leases;
    private final BooleanSupplier hurried;
    private final Map<ProfileFolder, Optional<RunningBrowser>> browsers = new ConcurrentHashMap<>(); // empty: starting

    /** @param hurried whether this process ends in a moment */
    KnownBrowsers(ProfileOpener opener, ChromiumEnder ender, LeaseBook leases, BooleanSupplier hurried) {
        this.opener = opener;
        this.ender = ender;
        this.leases = leases;
        this.hurried = hurried;
    }

    Set<ProfileFolder> folders() {
        return Set.copyOf(browsers.keySet());
    }

    /** The one that answers there, else see {@link ProfileOpener#open}. */
    RunningBrowser on(ProfileFolder folder, LauncherSettings settings, Duration timeout, BooleanSupplier cancelled)
            throws IOException {
        Optional<RunningBrowser> known = browsers.getOrDefault(folder, Optional.empty());
        if (known.filter(b -> b.port().answers(PROBE_TIMEOUT)).isPresent()) {
            return known.get();
        }
        browsers.putIfAbsent(folder, Optional.empty());
        RunningBrowser opened = opener.open(folder, settings, timeout, cancelled);
        browsers.put(folder, Optional.of(opened));
        return opened;
    }

    /** This process has no use left on the profile: ends an owned browser there that no other process holds. */
    void leave(ProfileFolder folder) throws IOException {
        Optional<RunningBrowser> browser = browsers.getOrDefault(folder, Optional.empty());
        browsers.remove(folder);
        if (browser.isEmpty()) {
            if (folder.ephemeral()) {
                ender.clearUp(folder, Optional.empty());
            }
        } else if (!leases.isHeldElsewhere(folder)) {
            // The file first: another process may have replaced a browser of ours that crashed, and left before us.
            Optional<LaunchRecord> record =
                    LaunchRecord.readable(folder.record()).or(() -> browser.flatMap(RunningBrowser::record));
            if (record.isPresent()) {
                ender.end(
                        folder,
                        record.get(),
                        hurried.getAsBoolean() ? ChromiumEnder.Patience.LAST : ChromiumEnder.Patience.ORDINARY);
            }
        }
    }
}
