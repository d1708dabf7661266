package io.cdpsupervisor.transport.internal;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.redact.Redactor;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.java_websocket.WebSocketImpl;
import org.java_websocket.client.WebSocketClient;
import org.java_websocket.drafts.Draft_6455;
import org.java_websocket.exceptions.WebsocketNotConnectedException;
import org.java_websocket.framing.CloseFrame;
import org.java_websocket.handshake.ServerHandshake;
import org.java_websocket.protocols.Protocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One WebSocket, with a reader and a writer thread, over a TCP socket that it owns: to close that one waits for nobody.
 * Safe for any thread.
 */
final class WebSocketChannel implements Channel {

    private static final Logger LOG = LoggerFactory.getLogger(WebSocketChannel.class);

    private final Dial dial;
    private final Socket tcp;
    private final long maxMessageBytes;
    private final Client client;
    private final Outbox outbox;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private volatile Receiver receiver;

    /**
     * A channel that is not open yet.
     *
     * @param tcp connected; this object's from now on
     */
    WebSocketChannel(Dial dial, Socket tcp, long maxMessageBytes) {
        this.dial = dial;
        this.tcp = tcp;
        this.maxMessageBytes = maxMessageBytes;
        this.client = new Client(uri(dial, tcp), (int) Math.min(maxMessageBytes, Integer.MAX_VALUE));
        this.outbox = new Outbox(((WebSocketImpl) client.getConnection()).outQueue);
    }

    private static URI uri(Dial dial, Socket tcp) {
        String reached = Address.literal(tcp.getInetAddress());
        String scheme = dial.secure() ? "wss" : "ws";
        return URI.create(scheme + "://" + Address.authority(reached, dial.port()) + dial.pathAndQuery());
    }

    /**
     * Shakes hands. Blocks until the deadline at most.
     *
     * @throws CdpException {@code disconnected}; the socket is closed then and the receiver hears nothing
     */
    void open(Receiver hearer, Deadline deadline) {
        receiver = hearer;
        DaemonThreads.create("cdp-reader " + dial.label(), this::read).start();
        try {
            await(opened, deadline);
        } catch (ExecutionException e) {
            throw refused(String.valueOf(e.getCause().getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused("the caller was interrupted");
        }
    }

    /** Whatever comes first counts, also when it comes in the very moment of the deadline. */
    static void await(CompletableFuture<Void> opened, Deadline deadline)
            throws ExecutionException, InterruptedException {
        try {
            opened.get(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            opened.completeExceptionally(
                    new IOException("it took the connection but did not finish the WebSocket handshake within "
                            + deadline.total().toMillis() + " ms"));
            opened.get();
        }
    }

    /**
     * TLS begins here, for its handshake knows no deadline, and so that a bad certificate is told as one.
     * Java-WebSocket lets an Error out of its reader and tells nobody, but a line that nobody reads is over.
     */
    private void read() {
        String why = "reading ended";
        try {
            client.useSocket(dial.secure() ? Tls.over(tcp, dial) : tcp);
            client.run();
        } catch (IOException e) {
            why = Tls.reason(e);
        } catch (Error e) {
            LOG.warn("Reading from {} failed.", dial.label(), e);
            why = e.toString();
        } finally {
            close();
            // nothing happens when the client has told the end already; else it does now, and ends its writer
            client.closeConnection(CloseFrame.ABNORMAL_CLOSE, why);
        }
    }

    private CdpException refused(String why) {
        opened.cancel(false);
        close();
        return new CdpException(
                ErrorCode.DISCONNECTED,
                "No CDP connection to " + dial.label() + ": " + Redactor.text(why) + ". Correct the address.");
    }

    @Override
    public void send(String text) {
        outbox.admit(text.length());
        try {
            client.send(text);
        } catch (WebsocketNotConnectedException e) {
            throw new CdpException(ErrorCode.DISCONNECTED, "The connection to " + dial.label() + " is lost.");
        }
    }

    @Override
    public void close() {
        try {
            tcp.close();
        } catch (IOException e) {
            LOG.debug("The socket to {} did not close well.", dial.label(), e);
        }
    }

    /** @param remote whether the browser ended the line; a limit may be its own or ours */
    private Loss loss(int code, String reason, boolean remote) {
        if (code == CloseFrame.TOOBIG) {
            return new Loss(
                    ErrorCode.MESSAGE_TOO_LARGE,
                    remote
                            ? "The browser refused a command as too large and closed the connection. Send less at once."
                            : "The browser sent a message of more than " + Outbox.megabytes(maxMessageBytes)
                                    + ", the limit that browser.max_message_mb sets, and the connection was closed."
                                    + " Ask for less at once, or raise that limit.");
        }
        String said = reason == null || reason.isBlank() ? "" : ": " + Redactor.text(reason);
        return new Loss(
                ErrorCode.DISCONNECTED,
                "The connection to " + dial.label() + " was lost (WebSocket code " + code + said + ").");
    }

    private final class Client extends WebSocketClient {

        Client(URI uri, int maxMessage) {
            // an empty list of protocols would never match what a server offers
            super(uri, new Draft_6455(List.of(), List.of(new Protocol("")), maxMessage));
            setDaemon(true);
            setTcpNoDelay(true);
            // no pings: a busy browser answers late, and is not gone for that
            setConnectionLostTimeout(0);
            if (dial.nameInHeader()) {
                addHeader("Host", dial.label());
            }
            dial.authorization().ifPresent(value -> addHeader("Authorization", value));
        }

        /** Deprecated there in favour of a socket factory, which would wrap this one line in five methods. */
        @SuppressWarnings("deprecation")
        void useSocket(Socket socket) {
            setSocket(socket);
        }

        @Override
        public void onOpen(ServerHandshake handshake) {
            opened.complete(null);
        }

        @Override
        public void onMessage(String text) {
            receiver.onText(text);
        }

        @Override
        public void onError(Exception error) {
            LOG.debug("{}: {}", dial.label(), Redactor.text(String.valueOf(error.getMessage())));
            opened.completeExceptionally(error);
        }

        @Override
        public void onClose(int code, String reason, boolean remote) {
            String why = reason == null || reason.isBlank() ? "it closed the connection (" + code + ")" : reason;
            if (!opened.completeExceptionally(new IOException(why)) && !opened.isCompletedExceptionally()) {
                receiver.onClosed(loss(code, reason, remote));
            }
        }
    }
}
