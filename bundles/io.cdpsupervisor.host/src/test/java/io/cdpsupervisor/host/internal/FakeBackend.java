package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.backend.BackendCapabilities;
import io.cdpsupervisor.api.backend.BackendRequest;
import io.cdpsupervisor.api.backend.BackendSession;
import io.cdpsupervisor.api.backend.BrowserBackend;
import io.cdpsupervisor.api.backend.CdpEndpoint;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A backend that counts its open sessions. */
class FakeBackend implements BrowserBackend {

    final AtomicInteger open = new AtomicInteger();
    /** The browser has died. */
    volatile boolean dead;

    private final String name;
    private final Acceptance acceptance;
    private final boolean launchedHere;

    FakeBackend(String name, Acceptance acceptance, boolean launchedHere) {
        this.name = name;
        this.acceptance = acceptance;
        this.launchedHere = launchedHere;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Acceptance accepts(BackendRequest request) {
        return acceptance;
    }

    @Override
    public BackendSession open(BackendRequest request) {
        open.incrementAndGet();
        return new BackendSession() {
            @Override
            public String id() {
                return name;
            }

            @Override
            public Optional<CdpEndpoint> cdpEndpoint() {
                dead = false; // asked for its address, it is started again
                return Optional.of(new CdpEndpoint("http://127.0.0.1:1"));
            }

            @Override
            public BackendCapabilities capabilities() {
                return new BackendCapabilities(BackendCapabilities.Dialogs.NATIVE, true, true, launchedHere);
            }

            @Override
            public boolean isAlive() {
                return open.get() > 0 && !dead;
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        };
    }
}
