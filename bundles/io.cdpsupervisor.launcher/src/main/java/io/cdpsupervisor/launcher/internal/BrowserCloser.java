package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpConnector;
import io.cdpsupervisor.transport.CdpEvent;
import io.cdpsupervisor.transport.CdpListener;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a browser to end itself. Only so does it take its lock off the profile. Safe for any thread.
 */
final class BrowserCloser {
    private static final Logger LOG = LoggerFactory.getLogger(BrowserCloser.class);
    private static final Duration DIAL_TIMEOUT = Duration.ofSeconds(2);
    private static final long LARGEST_MESSAGE = 1 << 20;

    private final CdpConnector connector;

    BrowserCloser(CdpConnector connector) {
        this.connector = connector;
    }

    /**
     * Sends {@code Browser.close} and keeps the connection until the browser is gone or the time is up. The address
     * names the browser's own id, so that no other one on that port can be meant.
     *
     * @param gone waits for the given time at most; true when the browser has ended
     * @return whether it has ended
     */
    boolean close(DevToolsActivePort port, Duration patience, Predicate<Duration> gone) {
        long deadline = System.nanoTime() + patience.toNanos();
        CdpEndpoint address = new CdpEndpoint("ws://127.0.0.1:" + port.port() + port.browserPath());
        try (EventLoop loop = connector.newLoop("cdp-launcher-close")) {
            CdpConnection connection = connector.connect(address, loop, new Deaf(), DIAL_TIMEOUT, LARGEST_MESSAGE);
            try {
                loop.execute(() -> connection.send(Optional.empty(), "Browser.close", Map.of()));
                return gone.test(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            } finally {
                connection.close();
            }
        } catch (CdpException e) {
            LOG.debug("The browser on port {} cannot be asked to close: {}", port.port(), e.getMessage());
            return gone.test(Duration.ZERO);
        }
    }

    private static final class Deaf implements CdpListener {
        @Override
        public void onEvent(CdpEvent event) {
            // nothing was subscribed to
        }

        @Override
        public void onClosed(String reason) {
            // that is what we want; the process table tells when it is done
        }
    }
}
