package io.cdpsupervisor.transport.internal;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * What a channel needs to open a WebSocket. Immutable.
 *
 * @param secure with TLS
 * @param host the name for TLS, without brackets
 * @param addresses of that host, tried in this order; never empty
 * @param pathAndQuery as it goes into the request line
 * @param nameInHeader whether the Host header carries the name; else it is the address that was reached
 * @param authorization value of that header
 */
record Dial(
        boolean secure,
        String host,
        int port,
        List<InetAddress> addresses,
        String pathAndQuery,
        boolean nameInHeader,
        Optional<String> authorization) {
    Dial {
        addresses = List.copyOf(addresses);
    }

    /** {@code host:port}; no path and no query, which may hold secrets. */
    String label() {
        return Address.authority(host, port);
    }
}
