package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.launcher.BrowserLauncher;
import io.cdpsupervisor.api.launcher.LaunchRequest;
import io.cdpsupervisor.api.launcher.LaunchedBrowser;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * The launcher as one bundle sees it. Leases that are given back because that bundle stops are parked, so that its next
 * life finds the browser again; leases that it closes while it runs are given back at once. Safe for any thread.
 */
final class BundleLauncher implements BrowserLauncher, AutoCloseable {
    private final ChromiumLauncher launcher;
    private final BooleanSupplier stopping;
    private final Set<Lease> leases = ConcurrentHashMap.newKeySet();

    /** @param stopping whether the bundle is stopping, and the framework is not */
    BundleLauncher(ChromiumLauncher launcher, BooleanSupplier stopping) {
        this.launcher = launcher;
        this.stopping = stopping;
    }

    @Override
    public LaunchedBrowser launch(LaunchRequest request) {
        Lease lease = launcher.launch(request, this::onClosed);
        leases.add(lease);
        return lease;
    }

    @Override
    public Path executable() {
        return launcher.executable();
    }

    /** The bundle has let go of the service: what it never closed is parked. */
    @Override
    public void close() {
        for (Lease lease : leases) {
            if (leases.remove(lease)) {
                launcher.park(lease);
            }
        }
    }

    private void onClosed(Lease lease) {
        if (!leases.remove(lease)) {
            return; // parked already
        }
        if (stopping.getAsBoolean()) {
            launcher.park(lease);
        } else {
            launcher.giveBack(lease.folder());
        }
    }
}
