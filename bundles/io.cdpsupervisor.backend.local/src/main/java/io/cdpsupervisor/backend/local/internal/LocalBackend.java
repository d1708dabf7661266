package io.cdpsupervisor.backend.local.internal;

import io.cdpsupervisor.api.backend.BackendRequest;
import io.cdpsupervisor.api.backend.BackendSession;
import io.cdpsupervisor.api.backend.BrowserBackend;
import io.cdpsupervisor.api.launcher.BrowserLauncher;
import io.cdpsupervisor.api.launcher.LaunchRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Chromium on this machine: one browser for all tasks of this process, each with a page of its own. Safe for any
 * thread.
 */
final class LocalBackend implements BrowserBackend {
    static final String NAME = "local";

    private static final Duration LAUNCH_TIMEOUT = Duration.ofSeconds(30);

    private final BrowserLauncher launcher;
    private volatile Optional<Path> userDataDir;

    /** @param userDataDir the profile; blank for one that is thrown away */
    LocalBackend(BrowserLauncher launcher, String userDataDir) {
        this.launcher = launcher;
        this.userDataDir = path(userDataDir);
    }

    /** Counts for the sessions that are opened from now on. */
    void apply(String changed) {
        userDataDir = path(changed);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Acceptance accepts(BackendRequest request) {
        return Acceptance.YES;
    }

    @Override
    public BackendSession open(BackendRequest request) {
        return new LocalSession(launcher, new LaunchRequest(NAME, userDataDir, LAUNCH_TIMEOUT));
    }

    /** A leading {@code ~} is the user's home, as in a shell. */
    private static Optional<Path> path(String text) {
        String dir = text.trim();
        if (dir.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                dir.equals("~") || dir.startsWith("~/")
                        ? Path.of(System.getProperty("user.home") + dir.substring(1))
                        : Path.of(dir));
    }
}
