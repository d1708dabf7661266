package io.cdpsupervisor.transport;

import io.cdpsupervisor.api.cdp.CdpReply;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.osgi.annotation.versioning.ProviderType;

/** One open WebSocket to a browser. Confined to its loop, but for {@link #close}. */
@ProviderType
public interface CdpConnection {

    /**
     * Sends a command; its waiter is registered before it is written. The future completes on the loop: with the reply,
     * with {@link io.cdpsupervisor.api.cdp.CdpErrorException}, or with a {@code CdpException} of code
     * {@code disconnected} or {@code message_too_large}. Whoever gives up on it cancels it, which drops the entry;
     * a late reply then goes to {@link CdpListener#onLateReply}.
     *
     * @param sessionId flat session; empty for the browser itself
     * @param params JSON-shaped; copied before this returns
     */
    CompletableFuture<CdpReply> send(Optional<String> sessionId, String method, Map<String, ?> params);

    /**
     * Fails every waiting command of a session, because it is gone or will never answer.
     *
     * @param cause given to the waiters
     */
    void failSession(String sessionId, RuntimeException cause);

    /** How many commands wait for a reply. */
    int waiting();

    boolean isOpen();

    /**
     * Closes the socket without waiting for the peer; waiting commands fail as {@code disconnected} and
     * {@link CdpListener#onClosed} follows on the loop. Idempotent, never blocks, safe for any thread.
     */
    void close();
}
