package io.cdpsupervisor.transport.internal;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpConnector;
import io.cdpsupervisor.transport.CdpListener;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import org.osgi.service.component.annotations.Component;

/** The connector as a service. Safe for any thread. */
@Component(service = CdpConnector.class)
public final class CdpConnectorComponent implements CdpConnector {

    private final CdpConnector connector = new DialingConnector();

    @Override
    public EventLoop newLoop(String threadName) {
        return connector.newLoop(threadName);
    }

    @Override
    public CdpConnection connect(
            CdpEndpoint endpoint, EventLoop loop, CdpListener listener, Duration timeout, long maxMessageBytes) {
        return connector.connect(endpoint, loop, listener, timeout, maxMessageBytes);
    }
}
