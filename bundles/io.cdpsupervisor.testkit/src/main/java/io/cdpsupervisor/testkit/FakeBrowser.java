package io.cdpsupervisor.testkit;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.testkit.internal.DefaultScript;
import io.cdpsupervisor.testkit.internal.HttpRequest;
import io.cdpsupervisor.testkit.internal.ScriptedServer;
import io.cdpsupervisor.testkit.internal.ServerWebSocket;
import io.cdpsupervisor.testkit.internal.TestJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;

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

    private final ScriptedServer server;
    private final String address;
    private final boolean secure;
    private final Map<String, Handler> handlers = new ConcurrentHashMap<>();
    private final List<Command> commands = new CopyOnWriteArrayList<>();

    private FakeBrowser(String address, ServerSocketFactory sockets, boolean secure) {
        new DefaultScript().install(this);
        this.address = address;
        this.secure = secure;
        this.server = new ScriptedServer(
                address, sockets, (socket, text) -> handle(new Command(socket, TestJson.read(text))));
        this.server.start();
    }

    /** On {@code 127.0.0.1}, at a free port. */
    public static FakeBrowser start() {
        return start("127.0.0.1");
    }

    /** On a loopback address, at a free port. */
    public static FakeBrowser start(String address) {
        return new FakeBrowser(address, ServerSocketFactory.getDefault(), false);
    }

    /** Behind TLS, on {@code 127.0.0.1}, at a free port. */
    public static FakeBrowser startSecure(SSLContext tls) {
        return new FakeBrowser("127.0.0.1", tls.getServerSocketFactory(), true);
    }

    public int port() {
        return server.port();
    }

    /** Address for discovery. */
    public CdpEndpoint endpoint() {
        return new CdpEndpoint((secure ? "https" : "http") + "://" + authority());
    }

    /** Present address of the WebSocket. */
    public CdpEndpoint socketEndpoint() {
        return new CdpEndpoint((secure ? "wss" : "ws") + "://" + authority() + server.socketPath());
    }

    private String authority() {
        return (address.contains(":") ? "[" + address + "]" : address) + ":" + port();
    }

    /** Moves the WebSocket to another path and query, as a service does whose addresses expire; old ones are 404. */
    public void moveTo(String pathAndQuery) {
        server.moveTo(pathAndQuery);
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
        server.answerDiscovery(HttpRequest.answer(status, "application/json", body));
    }

    /** Answers upgrades with this status from now on. */
    public void refuseUpgrades(int status) {
        server.answerUpgrades(HttpRequest.answer(status, "text/plain", "refused"));
    }

    /** Takes TCP connections from now on, and says nothing on them. */
    public void saysNothing() {
        server.mute();
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
        server.clients().forEach(socket -> socket.send(text));
    }

    /** Sends one text in frames of so many bytes, wherever that cuts. */
    public void sendFragmented(String text, int frameBytes) {
        server.clients().forEach(socket -> socket.sendFragmented(text, frameBytes));
    }

    /** Sends bytes as they are, frames or not, to every client. */
    public void sendBytes(byte[] bytes) {
        server.clients().forEach(socket -> socket.write(bytes));
    }

    /** Sends half a text, then ends the TCP connections. */
    public void breakOff(String text) {
        server.clients().forEach(socket -> socket.breakOff(text));
    }

    /** Ends every connection without a closing handshake, and goes on listening. */
    public void drop() {
        server.clients().forEach(ServerWebSocket::drop);
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
        return server.requests().stream()
                .filter(HttpRequest::isUpgrade)
                .reduce((older, newer) -> newer)
                .flatMap(request -> request.header(name));
    }

    /** Clients that are connected now. */
    public int clients() {
        return server.clients().size();
    }

    /** Pings of all connected clients; none was answered. */
    public int pings() {
        return server.clients().stream().mapToInt(ServerWebSocket::pings).sum();
    }

    /** Pongs of all connected clients. */
    public int pongs() {
        return server.clients().stream().mapToInt(ServerWebSocket::pongs).sum();
    }

    private void handle(Command command) {
        commands.add(command);
        handlers.getOrDefault(command.method(), c -> c.fail(-32601, "'" + c.method() + "' wasn't found"))
                .handle(command);
    }

    /** Ends every connection and every thread, and frees the port. */
    @Override
    public void close() {
        server.close();
    }
}
