package io.cdpsupervisor.testkit;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.testkit.internal.DefaultScript;
import io.cdpsupervisor.testkit.internal.HttpRequest;
import io.cdpsupervisor.testkit.internal.ServerWebSocket;
import io.cdpsupervisor.testkit.internal.TestJson;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A scripted CDP server on loopback, with {@code /json/version} and the WebSocket on one port. Out of the box it knows
 * pages and sessions well enough for a supervisor to attach; every method can be scripted over, and the server can
 * misbehave at each step. Like Chromium it answers only to an IP address or {@code localhost}, refuses an Origin
 * header, and calls an unknown method or session an error. Safe for any thread.
 */
public final class FakeBrowser implements AutoCloseable {

    /** Answers a command, now, later or never. Called on the connection's thread, one command after the other. */
    @FunctionalInterface
    public interface Handler {
        void handle(Command command);
    }

    /** A command as it came in; it can be answered from any thread, in any order. Safe for any thread. */
    public static final class Command {
        private final ServerWebSocket socket;
        private final long id;
        private final Optional<String> sessionId;
        private final String method;
        private final Map<String, Object> params;

        @SuppressWarnings("unchecked")
        private Command(ServerWebSocket socket, Map<String, Object> message) {
            this.socket = socket;
            this.id = (Long) message.get("id");
            this.sessionId = Optional.ofNullable((String) message.get("sessionId"));
            this.method = (String) message.get("method");
            this.params = (Map<String, Object>) message.getOrDefault("params", Map.of());
        }

        public long id() {
            return id;
        }

        public Optional<String> sessionId() {
            return sessionId;
        }

        public String method() {
            return method;
        }

        public Map<String, Object> params() {
            return params;
        }

        /** A string parameter. */
        public String param(String name) {
            return (String) params.get(name);
        }

        public void reply(Map<String, ?> result) {
            send(Map.of("result", result));
        }

        public void fail(int code, String message) {
            send(Map.of("error", Map.of("code", code, "message", message)));
        }

        private void send(Map<String, ?> body) {
            Map<String, Object> message = new LinkedHashMap<>();
            message.put("id", id);
            message.putAll(body);
            sessionId.ifPresent(session -> message.put("sessionId", session));
            socket.send(TestJson.write(message));
        }

        /** Sends an event to the client this command came from; an empty session is the browser itself. */
        public void emit(Optional<String> session, String event, Map<String, ?> eventParams) {
            socket.send(event(session, event, eventParams));
        }

        @Override
        public String toString() {
            return method + sessionId.map(s -> " @" + s).orElse("") + " " + params;
        }
    }

    private static final String SOCKET_PATH = "/devtools/browser/0f4e-fake";

    private final ServerSocket server;
    private final Map<String, Handler> handlers = new ConcurrentHashMap<>();
    private final List<Command> commands = new CopyOnWriteArrayList<>();
    private final List<HttpRequest> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> tcp = new CopyOnWriteArrayList<>();
    private final List<ServerWebSocket> sockets = new CopyOnWriteArrayList<>();
    private volatile Optional<byte[]> discoveryAnswer = Optional.empty();
    private volatile Optional<byte[]> upgradeAnswer = Optional.empty();
    private volatile boolean mute;

    private FakeBrowser(ServerSocket server) {
        this.server = server;
        new DefaultScript().install(this);
    }

    /** On {@code 127.0.0.1}, at a free port. */
    public static FakeBrowser start() {
        return start("127.0.0.1");
    }

    /** On a loopback address, at a free port. */
    public static FakeBrowser start(String address) {
        try {
            ServerSocket server = new ServerSocket();
            server.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
            FakeBrowser browser = new FakeBrowser(server);
            thread("fake-browser " + server.getLocalPort(), browser::acceptAll);
            return browser;
        } catch (IOException e) {
            throw new AssertionError("No port to listen on at " + address, e);
        }
    }

    private static void thread(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Address for discovery. */
    public CdpEndpoint endpoint() {
        return new CdpEndpoint("http://127.0.0.1:" + port());
    }

    /** Address of the WebSocket. */
    public CdpEndpoint socketEndpoint() {
        return new CdpEndpoint("ws://127.0.0.1:" + port() + SOCKET_PATH);
    }

    /** Scripts a method; the newest script counts. */
    public FakeBrowser on(String method, Handler handler) {
        handlers.put(method, handler);
        return this;
    }

    /** Never answers this method. */
    public FakeBrowser ignore(String method) {
        return on(method, command -> {});
    }

    /** Answers {@code /json/version} like this from now on. */
    public void answerDiscovery(int status, String body) {
        discoveryAnswer = Optional.of(HttpRequest.answer(status, "application/json", body));
    }

    /** Answers upgrades with this status from now on. */
    public void refuseUpgrades(int status) {
        upgradeAnswer = Optional.of(HttpRequest.answer(status, "text/plain", "refused"));
    }

    /** Takes TCP connections from now on, and says nothing on them. */
    public void saysNothing() {
        mute = true;
    }

    /** Sends an event of the browser itself to every client. */
    public void emit(String method, Map<String, ?> params) {
        sendText(event(Optional.empty(), method, params));
    }

    /** Sends an event of a session; clients have different sessions, and this one goes to all of them. */
    public void emit(String sessionId, String method, Map<String, ?> params) {
        sendText(event(Optional.of(sessionId), method, params));
    }

    private static String event(Optional<String> sessionId, String method, Map<String, ?> params) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("method", method);
        message.put("params", params);
        sessionId.ifPresent(session -> message.put("sessionId", session));
        return TestJson.write(message);
    }

    /** Sends any text, right or wrong, to every client. */
    public void sendText(String text) {
        sockets.forEach(socket -> socket.send(text));
    }

    /** Sends one text in frames of so many bytes, wherever that cuts. */
    public void sendFragmented(String text, int frameBytes) {
        sockets.forEach(socket -> socket.sendFragmented(text, frameBytes));
    }

    /** Sends half a text, then ends the TCP connections. */
    public void breakOff(String text) {
        sockets.forEach(socket -> socket.breakOff(text));
    }

    /** Ends every connection without a closing handshake, and goes on listening. */
    public void drop() {
        sockets.forEach(ServerWebSocket::drop);
    }

    /** Every command that came in, in order. */
    public List<Command> commands() {
        return List.copyOf(commands);
    }

    /** The commands of one method, in order. */
    public List<Command> commands(String method) {
        return commands.stream().filter(c -> c.method().equals(method)).toList();
    }

    /** Value of a header of the newest WebSocket upgrade. */
    public Optional<String> upgradeHeader(String name) {
        return requests.stream()
                .filter(FakeBrowser::isUpgrade)
                .reduce((older, newer) -> newer)
                .flatMap(request -> request.header(name));
    }

    /** How many HTTP requests came in, upgrades among them. */
    public int requests() {
        return requests.size();
    }

    /** Clients that are connected now. */
    public int clients() {
        return sockets.size();
    }

    /** Pings of all connected clients; none was answered. */
    public int pings() {
        return sockets.stream().mapToInt(ServerWebSocket::pings).sum();
    }

    private void acceptAll() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                tcp.add(socket);
                thread("fake-browser-client " + socket.getPort(), () -> serve(socket));
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
            tcp.remove(socket);
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
                handle(new Command(client, TestJson.read(text.get())));
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
        if (isUpgrade(request)) {
            if (request.header("Origin").isPresent()) {
                return Optional.of(HttpRequest.answer(403, "text/plain", "An Origin is not allowed."));
            }
            return request.path().equals(SOCKET_PATH)
                    ? upgradeAnswer
                    : Optional.of(HttpRequest.answer(404, "text/plain", "No such browser."));
        }
        return discoveryAnswer.or(() -> Optional.of(HttpRequest.answer(
                200,
                "application/json",
                TestJson.write(Map.of("Browser", "Fake/1.0", "webSocketDebuggerUrl", "ws://" + host + SOCKET_PATH)))));
    }

    private static boolean isUpgrade(HttpRequest request) {
        return request.header("Upgrade").isPresent();
    }

    private void handle(Command command) {
        commands.add(command);
        handlers.getOrDefault(command.method(), c -> c.fail(-32601, "'" + c.method() + "' wasn't found"))
                .handle(command);
    }

    /** Ends every connection and every thread, and frees the port. */
    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : tcp) {
                socket.close();
            }
        } catch (IOException e) {
            throw new AssertionError("The fake browser did not close", e);
        }
    }
}
