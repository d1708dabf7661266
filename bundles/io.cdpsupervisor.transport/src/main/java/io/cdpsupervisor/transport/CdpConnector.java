package io.cdpsupervisor.transport;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import java.time.Duration;
import org.osgi.annotation.versioning.ProviderType;

/** Dials CDP endpoints. A service. Safe for any thread. */
@ProviderType
public interface CdpConnector {

    /** A loop of its own, with a daemon thread of this name. */
    EventLoop newLoop(String threadName);

    /**
     * Resolves an endpoint and opens the WebSocket. Blocks: never call it on a loop. An {@code http(s)://host:port}
     * address, or a {@code ws(s)://host:port} one without a path, is resolved through {@code /json/version}; names are
     * resolved to an address first, since Chromium answers only to an IP address or {@code localhost}; the authority
     * that was reached replaces the one that was returned; loopback never goes through a proxy.
     *
     * @param loop every callback of the listener and every completion of a reply happens on it
     * @param timeout for all of it together
     * @param maxMessageBytes larger incoming messages are refused with {@code message_too_large}
     * @throws io.cdpsupervisor.api.cdp.CdpException {@code disconnected}: nobody answers there; the message is
     *     redacted and says what was tried
     */
    CdpConnection connect(
            CdpEndpoint endpoint, EventLoop loop, CdpListener listener, Duration timeout, long maxMessageBytes);
}
