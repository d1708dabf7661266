package io.cdpsupervisor.testkit;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Takes one client, says a beginning, then one byte after the other for as long as it listens. Safe for any thread. */
final class DrippingPeer implements AutoCloseable {
    private static final Duration BETWEEN_BYTES = Duration.ofMillis(50);

    private final ServerSocket server;
    private final byte[] beginning;
    private volatile boolean hungUpOn;

    DrippingPeer(String beginning) throws IOException {
        this.server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        this.beginning = beginning.getBytes(StandardCharsets.ISO_8859_1);
        Thread thread = new Thread(this::drip, "dripping peer");
        thread.setDaemon(true);
        thread.start();
    }

    boolean isHungUpOn() {
        return hungUpOn;
    }

    CdpEndpoint at(String address) {
        return new CdpEndpoint(address.replace("PORT", String.valueOf(server.getLocalPort())));
    }

    private void drip() {
        try (Socket socket = server.accept()) {
            OutputStream out = socket.getOutputStream();
            out.write(beginning);
            while (!server.isClosed()) {
                out.write('x');
                LockSupport.parkNanos(BETWEEN_BYTES.toNanos());
            }
        } catch (IOException e) {
            hungUpOn = true;
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
