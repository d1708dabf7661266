package io.cdpsupervisor.transport;

import io.cdpsupervisor.transport.internal.DialingConnector;

/** Makes connectors where there is no service registry: tests and plain programs. Safe for any thread. */
public final class CdpConnectors {

    private CdpConnectors() {}

    /** A connector; it holds nothing that would need to be closed. */
    public static CdpConnector create() {
        return new DialingConnector();
    }
}
