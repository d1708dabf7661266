package io.cdpsupervisor.transport.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.transport.NotListeningException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * From an endpoint to something that can be dialled: names become addresses, and {@code /json/version} is asked where
 * the path is missing. Blocks. Safe for any thread.
 */
final class EndpointResolver {

    /** Looks up every address of a name. */
    @FunctionalInterface
    interface Names {
        InetAddress[] lookUp(String host) throws UnknownHostException;
    }

    private static final byte[] IPV6_LOOPBACK = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

    private final Names names;

    /** With the machine's own names. */
    EndpointResolver() {
        this(InetAddress::getAllByName);
    }

    EndpointResolver(Names names) {
        this.names = names;
    }

    /** @throws CdpException {@code invalid_argument}, or {@code disconnected} with everything that was tried */
    Dial resolve(CdpEndpoint endpoint, Deadline deadline) {
        Address address = Address.parse(endpoint.address());
        List<InetAddress> candidates = candidates(address.host());
        if (!address.needsDiscovery()) {
            return dial(address, candidates, address.path() + address.query());
        }
        return discover(address, candidates, deadline);
    }

    /** Browsers listen on one loopback family only, and which one a name means depends on the machine. */
    private List<InetAddress> candidates(String host) {
        Set<InetAddress> all = new LinkedHashSet<>();
        try {
            String name = host.toLowerCase(Locale.ROOT);
            if (name.equals("localhost") || name.endsWith(".localhost")) {
                all.add(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
                all.add(InetAddress.getByAddress(IPV6_LOOPBACK));
            } else {
                all.addAll(List.of(names.lookUp(host)));
            }
        } catch (UnknownHostException e) {
            throw new CdpException(
                    ErrorCode.DISCONNECTED,
                    "No CDP endpoint: the name '" + host + "' is unknown to this machine. Correct the address.");
        }
        return new ArrayList<>(all);
    }

    private static Dial dial(Address address, List<InetAddress> addresses, String pathAndQuery) {
        return new Dial(
                address.secure(),
                address.host(),
                address.port(),
                addresses,
                pathAndQuery.startsWith("/") ? pathAndQuery : "/" + pathAndQuery,
                address.secure(),
                address.authorization());
    }

    private static Dial discover(Address address, List<InetAddress> candidates, Deadline deadline) {
        List<String> tried = new ArrayList<>();
        boolean refused = true;
        // a certificate is for the name, so there a name is asked as it is
        int attempts = address.secure() ? 1 : candidates.size();
        for (int i = 0; i < attempts && !deadline.isOver(); i++) {
            InetAddress candidate = candidates.get(i);
            String host = address.secure() ? address.host() : Address.literal(candidate);
            try {
                int millis = deadline.millisFor(attempts - i);
                String json = VersionRequest.get(address, host, candidate.isLoopbackAddress(), millis);
                // whatever authority it names (a port forward, 0.0.0.0, the Host header): this one was reached
                return dial(
                        address, address.secure() ? candidates : List.of(candidate), VersionRequest.socketPath(json));
            } catch (JsonProcessingException e) {
                refused = false;
                tried.add(Address.authority(host, address.port()) + " (the answer is not JSON)");
            } catch (IOException e) {
                refused &= e instanceof ConnectException;
                tried.add(Address.authority(host, address.port()) + " (" + Tls.reason(e) + ")");
            }
        }
        String message = "No CDP endpoint at " + address + ": tried " + String.join(", ", tried)
                + ". Start the browser with --remote-debugging-port, or correct the address.";
        throw refused && !tried.isEmpty()
                ? new NotListeningException(message)
                : new CdpException(ErrorCode.DISCONNECTED, message);
    }
}
