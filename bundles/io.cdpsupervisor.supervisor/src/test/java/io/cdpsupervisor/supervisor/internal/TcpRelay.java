package io.cdpsupervisor.supervisor.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between a client and a port on loopback, and cuts their connections when a test wants it: what a network does.
 * Safe for any thread.
 */
final class TcpRelay implements AutoCloseable {

    private final int target;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private TcpRelay(int target, ServerSocket server) {
        this.target = target;
        this.server = server;
    }

    /** In front of this port, at a free one. */
    static TcpRelay to(int port) {
        try {
            TcpRelay relay = new TcpRelay(port, new ServerSocket(0, 0, loopback()));
            start("relay", relay::accept);
            return relay;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String httpUrl() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    int port() {
        return server.getLocalPort();
    }

    /** Ends what is connected now; whoever dials again is let through. */
    void cut() {
        open.forEach(this::end);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket upstream = new Socket(loopback(), target);
                open.add(client);
                open.add(upstream);
                start("relay-in", () -> pump(client, upstream));
                start("relay-out", () -> pump(upstream, client));
            } catch (IOException e) {
                // closed, which ends the loop, or the target is away, which is the client's affair
            }
        }
    }

    private void pump(Socket from, Socket to) {
        try {
            from.setTcpNoDelay(true);
            to.setTcpNoDelay(true);
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // cut
        } finally {
            end(from);
            end(to);
        }
    }

    private void end(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // closed is what it should be
        }
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    private static void start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
