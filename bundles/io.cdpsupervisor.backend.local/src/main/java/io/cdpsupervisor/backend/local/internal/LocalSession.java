package io.cdpsupervisor.backend.local.internal;

import io.cdpsupervisor.api.backend.BackendCapabilities;
import io.cdpsupervisor.api.backend.BackendSession;
import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.launcher.BrowserLauncher;
import io.cdpsupervisor.api.launcher.LaunchRequest;
import io.cdpsupervisor.api.launcher.LaunchedBrowser;
import java.util.Optional;

/**
 * One task's lease on the local browser. A browser that died is started again when its address is asked for. Safe for
 * any thread.
 */
final class LocalSession implements BackendSession {
    private static final BackendCapabilities CAPABILITIES =
            new BackendCapabilities(BackendCapabilities.Dialogs.NATIVE, true, true, true);

    private final BrowserLauncher launcher;
    private final LaunchRequest request;
    private final String id;
    private volatile LaunchedBrowser browser;
    private volatile boolean closed;

    /** Launches or joins the browser; blocks until it answers. */
    LocalSession(BrowserLauncher launcher, LaunchRequest request) {
        this.launcher = launcher;
        this.request = request;
        this.browser = launcher.launch(request);
        this.id = LocalBackend.NAME + ":" + browser.userDataDir();
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Optional<CdpEndpoint> cdpEndpoint() {
        LaunchedBrowser current = browser;
        return Optional.of(new CdpEndpoint((current.isAlive() ? current : relaunched()).httpUrl()));
    }

    @Override
    public BackendCapabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public boolean isAlive() {
        return browser.isAlive();
    }

    @Override
    public void close() {
        closed = true;
        browser.close();
    }

    /** The new lease is taken before the old one is given back, so that a throw-away profile lives on. */
    private synchronized LaunchedBrowser relaunched() {
        LaunchedBrowser dead = browser;
        if (closed) {
            throw new BrowserException(
                    ErrorCode.BACKEND_GONE, "This task's browser was closed. Navigate to open a new one.");
        }
        if (dead.isAlive()) {
            return dead; // another thread was quicker
        }
        LaunchedBrowser fresh = launcher.launch(request);
        browser = fresh;
        dead.close();
        if (closed) {
            fresh.close(); // close() came while we launched, and saw the dead one only
        }
        return fresh;
    }
}
