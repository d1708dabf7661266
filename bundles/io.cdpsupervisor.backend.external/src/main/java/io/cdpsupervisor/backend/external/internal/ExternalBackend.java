package io.cdpsupervisor.backend.external.internal;

import io.cdpsupervisor.api.backend.BackendCapabilities;
import io.cdpsupervisor.api.backend.BackendRequest;
import io.cdpsupervisor.api.backend.BackendSession;
import io.cdpsupervisor.api.backend.BrowserBackend;
import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A browser that somebody else owns, by its CDP address. Naming one hands the duty of starting it to that somebody: it
 * is never launched beside, and never ended. The slots are, in this order: the operator override {@code BU_CDP_WS} /
 * {@code BU_CDP_URL}, {@code BROWSER_CDP_URL}, and the configuration. Safe for any thread.
 */
final class ExternalBackend implements BrowserBackend {

    private static final List<String> SLOTS = List.of("BU_CDP_WS", "BU_CDP_URL", "BROWSER_CDP_URL");

    private final Map<String, String> environment;
    private final Supplier<String> configured;

    ExternalBackend(Map<String, String> environment, Supplier<String> configured) {
        this.environment = environment;
        this.configured = configured;
    }

    @Override
    public String name() {
        return "external";
    }

    @Override
    public Acceptance accepts(BackendRequest request) {
        return address().isPresent()
                ? Acceptance.YES
                : Acceptance.no("no CDP address is set (browser.cdp_url, " + String.join(", ", SLOTS) + ")");
    }

    @Override
    public BackendSession open(BackendRequest request) {
        return new ExternalSession(new CdpEndpoint(address()
                .orElseThrow(() -> new BrowserException(
                        ErrorCode.BACKEND_UNAVAILABLE,
                        "The CDP address was taken out of the configuration. Call browser_navigate again."))));
    }

    private Optional<String> address() {
        return SLOTS.stream()
                .map(slot -> environment.getOrDefault(slot, "").trim())
                .filter(value -> !value.isEmpty())
                .findFirst()
                .or(() -> Optional.of(configured.get().trim()).filter(value -> !value.isEmpty()));
    }

    /** One task's use of it; there is nothing to give back. */
    private record ExternalSession(CdpEndpoint endpoint) implements BackendSession {

        /** An id goes into logs, so the address is redacted; the number tells two secrets apart. */
        @Override
        public String id() {
            return "external:" + endpoint + "#"
                    + Integer.toHexString(endpoint.address().hashCode());
        }

        @Override
        public Optional<CdpEndpoint> cdpEndpoint() {
            return Optional.of(endpoint);
        }

        @Override
        public BackendCapabilities capabilities() {
            return new BackendCapabilities(BackendCapabilities.Dialogs.NATIVE, true, true, false);
        }

        /** Ours to use, not ours to end: as far as we can see it runs. */
        @Override
        public boolean isAlive() {
            return true;
        }

        @Override
        public void close() {
            // The browser is somebody else's.
        }
    }
}
