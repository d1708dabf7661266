package io.cdpsupervisor.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A way to a browser that can be cut: a port on loopback behind which another port answers. Safe for any thread. */
final class Relay implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    private final ServerSocket server;
    private final int port;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** @param port of loopback, where the connections go */
    Relay(int port) throws IOException {
        this.port = port;
        this.server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        start("bench-relay", this::accept);
    }

    /** The same address, this way. */
    URI to(URI address) {
        return URI.create(address.getScheme() + "://127.0.0.1:" + server.getLocalPort() + address.getPath());
    }

    /** Drops every connection; new ones are welcome. */
    void cut() {
        open.forEach(Relay::close);
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket near = opened(server.accept());
                Socket far = opened(new Socket(InetAddress.getLoopbackAddress(), port));
                start("bench-relay-out", () -> pump(near, far));
                start("bench-relay-in", () -> pump(far, near));
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private Socket opened(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        open.add(socket);
        return socket;
    }

    /** Until one side ends; then both do. */
    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            for (int read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException e) {
            return; // cut
        } finally {
            open.remove(from);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
