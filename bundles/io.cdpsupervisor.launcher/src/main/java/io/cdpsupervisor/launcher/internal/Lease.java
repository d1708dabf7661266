package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.launcher.LaunchedBrowser;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One use of a browser, given back once. Safe for any thread. */
final class Lease implements LaunchedBrowser {
    /** For a browser whose process cannot be seen from here. */
    private static final Duration PROBE_TIMEOUT = Duration.ofMillis(500);

    private final String key;
    private final RunningBrowser browser;
    private final ProcFs processes;
    private final Consumer<Lease> giveBack;
    private final AtomicBoolean closed = new AtomicBoolean();

    Lease(String key, RunningBrowser browser, ProcFs processes, Consumer<Lease> giveBack) {
        this.key = key;
        this.browser = browser;
        this.processes = processes;
        this.giveBack = giveBack;
    }

    String key() {
        return key;
    }

    ProfileFolder folder() {
        return browser.folder();
    }

    @Override
    public String httpUrl() {
        return browser.port().httpUrl();
    }

    @Override
    public Path userDataDir() {
        return browser.folder().userDataDir();
    }

    @Override
    public long pid() {
        return browser.process().pid();
    }

    @Override
    public boolean owned() {
        return browser.owned();
    }

    @Override
    public boolean ephemeral() {
        return browser.folder().ephemeral();
    }

    @Override
    public boolean isAlive() {
        return browser.process().certain()
                ? processes.isRunning(browser.process())
                : browser.port().answers(PROBE_TIMEOUT);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            giveBack.accept(this);
        }
    }
}
