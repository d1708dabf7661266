package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.backend.BackendRequest;
import io.cdpsupervisor.api.backend.BackendSession;
import io.cdpsupervisor.api.backend.BrowserBackend;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Chooses where a task's browser comes from. The first source in {@link #ORDER} that accepts has the task; its failure
 * is the answer, nothing else is tried behind an operator's back. Safe for any thread.
 */
final class BackendRouter {

    /** Names of the sources, most deliberate choice first; a source that is not named here comes last. */
    private static final List<String> ORDER = List.of("external", "local");

    /** An open browser and where it came from. */
    record Opened(BrowserBackend backend, BackendSession session) {}

    private final List<BrowserBackend> backends = new CopyOnWriteArrayList<>();

    void add(BrowserBackend backend) {
        backends.add(backend);
    }

    /** Removes this very object: its successor may be here already. */
    void remove(BrowserBackend backend) {
        backends.removeIf(b -> b == backend);
    }

    /** Whether this very object is still there. */
    boolean has(BrowserBackend backend) {
        return backends.stream().anyMatch(b -> b == backend);
    }

    /**
     * Opens a browser. Blocks.
     *
     * @throws BrowserException of the source, or {@code backend_unavailable} with why each one refused
     */
    Opened open(BackendRequest request) {
        List<String> refusals = new ArrayList<>();
        for (BrowserBackend backend : inOrder()) {
            BrowserBackend.Acceptance acceptance = backend.accepts(request);
            if (acceptance.accepted()) {
                return new Opened(backend, backend.open(request));
            }
            refusals.add(backend.name() + ": " + acceptance.reason());
        }
        throw new BrowserException(
                ErrorCode.BACKEND_UNAVAILABLE,
                refusals.isEmpty()
                        ? "No browser backend is installed or ready. Try again in a moment, or start one."
                        : "No backend can serve this task: " + String.join("; ", refusals) + ".");
    }

    private List<BrowserBackend> inOrder() {
        return backends.stream()
                .sorted(Comparator.comparingInt(b -> {
                    int place = ORDER.indexOf(b.name());
                    return place < 0 ? ORDER.size() : place;
                }))
                .toList();
    }
}
