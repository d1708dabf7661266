package io.cdpsupervisor.api.supervisor;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a supervisor is started with. Immutable.
 *
 * @param endpointId names the browser behind the endpoint: equal ids mean the same browser, so that nothing is carried
 *     from one browser to another
 * @param endpoint asked on every dial, on a thread of its own, since signed addresses rotate; may block and may throw
 *     {@link io.cdpsupervisor.api.error.BrowserException}
 * @param policy overrides the configured dialog policy for the life of this supervisor
 * @param dialogTimeout overrides the configured time after which the watchdog dismisses a pending dialog
 * @param startTimeout how long {@code getOrStart} waits for the attachment
 * @param maxMessageBytes a larger incoming message is refused
 * @param ours whether the browser was launched by us, so that risky tidying is our own risk
 */
public record SupervisorSpec(
        String endpointId,
        Supplier<CdpEndpoint> endpoint,
        Optional<DialogPolicy> policy,
        Optional<Duration> dialogTimeout,
        Duration startTimeout,
        long maxMessageBytes,
        boolean ours) {

    public SupervisorSpec {
        Objects.requireNonNull(endpointId);
        Objects.requireNonNull(endpoint);
        Objects.requireNonNull(policy);
        Objects.requireNonNull(dialogTimeout);
        Objects.requireNonNull(startTimeout);
    }
}
