package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.backend.BackendRequest;
import io.cdpsupervisor.api.backend.BackendSession;
import io.cdpsupervisor.api.backend.BrowserBackend;
import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorRegistry;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The tasks that have a browser, and which one. Opening and closing of one task wait for each other; nothing else waits
 * for them. Safe for any thread.
 */
final class TaskTable {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(15);

    /** One task; its monitor is held while its browser is opened or closed. */
    private static final class Task {
        private volatile BackendRouter.Opened opened;
    }

    /**
     * An open browser.
     *
     * @param relaunched it had died and was started again
     */
    record Opening(Supervisor supervisor, boolean relaunched) {}

    private final SupervisorRegistry registry;
    private final BackendRouter router;
    private final UrlPolicy urls;
    private final Supplier<HostSettings> settings;
    private final Map<String, Task> tasks = new ConcurrentHashMap<>();
    private volatile boolean closed;

    TaskTable(SupervisorRegistry registry, BackendRouter router, UrlPolicy urls, Supplier<HostSettings> settings) {
        this.registry = registry;
        this.router = router;
        this.urls = urls;
        this.settings = settings;
    }

    Optional<Supervisor> supervisor(String taskId) {
        return registry.find(taskId);
    }

    /**
     * Sees to it that the task has an attached browser that may open this address. Blocks.
     *
     * @throws BrowserException why not; a browser that was opened for it is given back
     */
    Opening open(String taskId, String url) {
        // The floor and the form of the address are the same for every browser: nothing is started for a bad one.
        urls.check(url, true);
        while (true) {
            Task task = tasks.computeIfAbsent(taskId, id -> new Task());
            synchronized (task) {
                if (tasks.get(taskId) == task) {
                    return open(taskId, task, url);
                } // else it was closed and forgotten while this call waited
            }
        }
    }

    private Opening open(String taskId, Task task, String url) {
        boolean fresh = task.opened == null;
        if (fresh) {
            task.opened = router.open(new BackendRequest(taskId, Optional.of(url)));
        }
        BackendRouter.Opened opened = task.opened;
        try {
            if (closed || !router.has(opened.backend())) {
                throw new BrowserException(
                        ErrorCode.BACKEND_GONE,
                        "The browser backend " + opened.backend().name()
                                + " was stopped. Call browser_navigate again.");
            }
            urls.check(url, privateAllowed(opened.session()));
        } catch (RuntimeException e) {
            if (fresh) {
                release(taskId, task);
            }
            throw e;
        }
        try {
            boolean relaunched = !fresh && relaunched(opened.session());
            return new Opening(registry.getOrStart(taskId, spec(opened.session())), relaunched);
        } catch (RuntimeException e) {
            // Not kept: the next call chooses anew, as things are configured then.
            release(taskId, task);
            throw e;
        }
    }

    /** A browser of ours that died is started again for whoever wants it now, and for nobody else. */
    private static boolean relaunched(BackendSession session) {
        return !session.isAlive() && session.cdpEndpoint().isPresent();
    }

    /**
     * Checks an address for the browser that the task has.
     *
     * @throws BrowserException {@code url_blocked}
     */
    void checkUrl(String taskId, String url) {
        Optional<BackendSession> session = opened(taskId).map(BackendRouter.Opened::session);
        urls.check(url, session.map(this::privateAllowed).orElse(settings.get().allowPrivateUrls()));
    }

    /** The state that rides along with results; empty when the task has no browser. */
    Map<String, Object> state(String taskId) {
        Optional<SupervisorSnapshot> snapshot = registry.find(taskId).map(Supervisor::snapshot);
        Optional<BackendRouter.Opened> opened = opened(taskId);
        if (snapshot.isEmpty() || opened.isEmpty()) {
            return Map.of();
        }
        return StateFields.of(
                snapshot.get(),
                opened.get().backend().name(),
                opened.get().session().capabilities().dialogs());
    }

    /** Closes the task's browser, forgets the task and says what that meant; blocks at most about 10 s. */
    Map<String, Object> close(String taskId) {
        Task task = tasks.get(taskId);
        if (task == null) {
            return closed(false, false, "nothing was open");
        }
        synchronized (task) {
            BackendRouter.Opened opened = task.opened;
            tasks.remove(taskId, task);
            if (opened == null) {
                return closed(false, false, "nothing was open");
            }
            release(taskId, task);
            boolean ended = !opened.session().isAlive();
            String left = ended
                    ? "nothing"
                    : opened.session().capabilities().launchedHere()
                            ? "the browser, which others use"
                            : "the browser, which somebody else owns";
            return closed(true, ended, left);
        }
    }

    /** A connection that is restored behind everybody's back starts no browser. */
    private static CdpEndpoint endpoint(BackendSession session) {
        if (!session.isAlive()) {
            throw new BrowserException(
                    ErrorCode.DISCONNECTED, "The browser is not running any more. browser_navigate starts it again.");
        }
        return session.cdpEndpoint()
                .orElseThrow(() -> new BrowserException(
                        ErrorCode.BACKEND_UNAVAILABLE, "This backend's browser offers no CDP endpoint."));
    }

    private static Map<String, Object> closed(boolean page, boolean browser, String left) {
        Map<String, Object> closed = new LinkedHashMap<>();
        closed.put("page", page);
        closed.put("browser", browser);
        closed.put("left", left);
        return closed;
    }

    /** Nothing is opened from now on. */
    void openNoMore() {
        closed = true;
    }

    /** The ids of tasks whose browser came from this backend. */
    List<String> servedBy(BrowserBackend backend) {
        return tasks.entrySet().stream()
                .filter(e -> e.getValue().opened != null && e.getValue().opened.backend() == backend)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The ids of tasks that have a browser or are about to. */
    List<String> open() {
        return List.copyOf(tasks.keySet());
    }

    private Optional<BackendRouter.Opened> opened(String taskId) {
        return Optional.ofNullable(tasks.get(taskId)).map(t -> t.opened);
    }

    /** The connection goes before the browser does, so that its end is no surprise to anybody. */
    private void release(String taskId, Task task) {
        BackendSession session = task.opened.session();
        registry.stop(taskId);
        task.opened = null;
        session.close();
    }

    private boolean privateAllowed(BackendSession session) {
        return settings.get().allowPrivateUrls() || session.capabilities().launchedHere();
    }

    private SupervisorSpec spec(BackendSession session) {
        return new SupervisorSpec(
                session.id(),
                () -> endpoint(session),
                Optional.empty(),
                Optional.empty(),
                START_TIMEOUT,
                settings.get().maxMessageBytes(),
                session.capabilities().launchedHere());
    }
}
