package io.cdpsupervisor.backend.local.internal;

import io.cdpsupervisor.api.launcher.BrowserLauncher;
import io.cdpsupervisor.api.launcher.LaunchRequest;
import io.cdpsupervisor.api.launcher.LaunchedBrowser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A launcher whose browsers are numbers; tests let them die. Used by one test. */
final class FakeLauncher implements BrowserLauncher {
    final List<LaunchRequest> requests = new ArrayList<>();
    final List<FakeLease> leases = new ArrayList<>();

    /** Runs in the middle of the next launches. */
    Runnable duringLaunch = () -> {};

    /** A lease on the browser whose port is its number. */
    static final class FakeLease implements LaunchedBrowser {
        final int number;
        boolean alive = true;
        int closes;

        FakeLease(int number) {
            this.number = number;
        }

        @Override
        public String httpUrl() {
            return "http://127.0.0.1:" + number;
        }

        @Override
        public Path userDataDir() {
            return Path.of("/profile");
        }

        @Override
        public long pid() {
            return number;
        }

        @Override
        public boolean owned() {
            return true;
        }

        @Override
        public boolean ephemeral() {
            return false;
        }

        @Override
        public boolean isAlive() {
            return alive;
        }

        @Override
        public void close() {
            closes++;
        }
    }

    @Override
    public LaunchedBrowser launch(LaunchRequest request) {
        requests.add(request);
        duringLaunch.run();
        FakeLease lease = new FakeLease(1000 + leases.size());
        leases.add(lease);
        return lease;
    }

    @Override
    public Path executable() {
        return Path.of("/usr/bin/chromium");
    }
}
