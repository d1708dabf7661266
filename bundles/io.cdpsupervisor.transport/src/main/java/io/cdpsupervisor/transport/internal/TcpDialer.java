package io.cdpsupervisor.transport.internal;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.transport.NotListeningException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Opens the TCP connection under a WebSocket. Blocks; safe for any thread. */
final class TcpDialer {

    private TcpDialer() {}

    /**
     * The first address that answers; no proxy is asked.
     *
     * @throws CdpException {@code disconnected}, with everything that was tried
     */
    static Socket connect(Dial dial, Deadline deadline) {
        List<String> tried = new ArrayList<>();
        List<InetAddress> addresses = dial.addresses();
        boolean refused = true;
        for (int i = 0; i < addresses.size(); i++) {
            InetSocketAddress address = new InetSocketAddress(addresses.get(i), dial.port());
            try {
                return connect(address, deadline.millisFor(addresses.size() - i));
            } catch (IOException e) {
                refused &= e instanceof ConnectException;
                String literal = Address.literal(addresses.get(i));
                tried.add(Address.authority(literal, dial.port()) + " (" + e.getMessage() + ")");
            }
        }
        String message = "No CDP endpoint at " + dial.label() + ": tried " + String.join(", ", tried)
                + ". Start the browser, or correct the address.";
        throw refused ? new NotListeningException(message) : new CdpException(ErrorCode.DISCONNECTED, message);
    }

    private static Socket connect(InetSocketAddress address, int timeoutMillis) throws IOException {
        Socket socket = new Socket(Proxy.NO_PROXY);
        try {
            socket.connect(address, timeoutMillis);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
