package io.cdpsupervisor.testkit.internal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import javax.net.ServerSocketFactory;

/** HTTP and WebSocket on one port, with a thread for each client. Safe for any thread. */
public final class ScriptedServer {

    private static final String NAME = "fake-browser";

    private final ServerSocket server;
    private final BiConsumer<ServerWebSocket, String> texts;
    private final List<HttpRequest> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final List<ServerWebSocket> sockets = new CopyOnWriteArrayList<>();
    private volatile String socketPath = "/devtools/browser/0f4e-fake";
    private volatile Optional<byte[]> discoveryAnswer = Optional.empty();
    private volatile Optional<byte[]> upgradeAnswer = Optional.empty();
    private volatile boolean mute;

    /**
     * Listens at a free port.
     *
     * @param sockets plain or with TLS
     * @param texts takes what clients send, on the client's thread
     */
    public ScriptedServer(String address, ServerSocketFactory sockets, BiConsumer<ServerWebSocket, String> texts) {
        this.texts = texts;
        try {
            this.server = sockets.createServerSocket(0, 50, InetAddress.getByName(address));
        } catch (IOException e) {
            throw new AssertionError("No port to listen on at " + address, e);
        }
    }

    /** Begins to accept. */
    public void start() {
        thread(NAME + " " + port(), this::acceptAll);
    }

    private static void thread(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Where the WebSocket is, with its query. */
    public String socketPath() {
        return socketPath;
    }

    /** The WebSocket is there from now on, and nowhere else. */
    public void moveTo(String pathAndQuery) {
        socketPath = pathAndQuery;
    }

    /** Clients that are connected now. */
    public List<ServerWebSocket> clients() {
        return sockets;
    }

    /** Every request that came in, upgrades among them. */
    public List<HttpRequest> requests() {
        return requests;
    }

    /** Answers {@code /json/version} like this from now on. */
    public void answerDiscovery(byte[] answer) {
        discoveryAnswer = Optional.of(answer);
    }

    /** Answers upgrades like this from now on. */
    public void answerUpgrades(byte[] answer) {
        upgradeAnswer = Optional.of(answer);
    }

    /** Says nothing from now on. */
    public void mute() {
        mute = true;
    }

    private void acceptAll() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                connections.add(socket);
                if (server.isClosed()) {
                    // the close did not see this one
                    socket.close();
                }
                thread(NAME + " client " + socket.getPort(), () -> serve(socket));
            } catch (IOException e) {
                // closed: the condition above ends the loop
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            Optional<HttpRequest> request = HttpRequest.read(in);
            request.ifPresent(requests::add);
            if (mute) {
                in.readAllBytes();
            } else if (request.isPresent()) {
                serve(request.get(), socket, in);
            }
        } catch (IOException e) {
            // the client went; the test sees that on its side
        } finally {
            connections.remove(socket);
        }
    }

    private void serve(HttpRequest request, Socket socket, InputStream in) throws IOException {
        Optional<byte[]> answer = answer(request);
        if (answer.isPresent()) {
            socket.getOutputStream().write(answer.get());
            return;
        }
        ServerWebSocket client = new ServerWebSocket(socket, in, socket.getOutputStream());
        try {
            // in one step: a client that is connected misses nothing, and hears nothing before its handshake
            synchronized (client) {
                sockets.add(client);
                client.shakeHands(request);
            }
            for (Optional<String> text = client.read(); text.isPresent(); text = client.read()) {
                texts.accept(client, text.get());
            }
        } finally {
            sockets.remove(client);
        }
    }

    /** Empty when the upgrade is to be accepted. */
    private Optional<byte[]> answer(HttpRequest request) {
        String host = request.header("Host").orElse("");
        if (!host.matches("(?:[0-9.]+|\\[[0-9a-fA-F:.]+]|localhost)(?::\\d+)?")) {
            return Optional.of(HttpRequest.answer(500, "text/plain", "The Host is neither an address nor localhost."));
        }
        if (request.isUpgrade()) {
            if (request.header("Origin").isPresent()) {
                return Optional.of(HttpRequest.answer(403, "text/plain", "An Origin is not allowed."));
            }
            return request.path().equals(socketPath)
                    ? upgradeAnswer
                    : Optional.of(HttpRequest.answer(404, "text/plain", "No such browser."));
        }
        return discoveryAnswer.or(() -> Optional.of(HttpRequest.answer(
                200,
                "application/json",
                TestJson.write(Map.of("Browser", "Fake/1.0", "webSocketDebuggerUrl", "ws://" + host + socketPath)))));
    }

    /** Ends every connection and every thread, and frees the port. */
    public void close() {
        try {
            server.close();
            for (Socket connection : connections) {
                connection.close();
            }
        } catch (IOException e) {
            throw new AssertionError("The fake browser did not close", e);
        }
    }
}
