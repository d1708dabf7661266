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
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
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
        try {
            client.useSocket(dial.secure() ? secured(deadline) : tcp);
            DaemonThreads.create("cdp-reader " + dial.label(), this::read).start();
            await(opened, deadline);
        } catch (ExecutionException e) {
            throw refused(e.getCause().getMessage());
        } catch (IOException e) {
            throw refused(String.valueOf(e.getMessage()));
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

    /** Java-WebSocket lets an Error out of its reader and tells nobody, but a line that nobody reads is over. */
    private void read() {
        String why = "reading ended";
        try {
            client.run();
        } catch (Error e) {
            LOG.warn("Reading from {} failed.", dial.label(), e);
            why = e.toString();
        } finally {
            close();
            // nothing happens when the client has told the end already; else it does now, and ends its writer
            client.closeConnection(CloseFrame.ABNORMAL_CLOSE, why);
        }
    }

    /** Shakes hands here, so that a bad certificate is told as one. */
    private Socket secured(Deadline deadline) throws IOException {
        SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
        SSLSocket socket = (SSLSocket) tls.createSocket(tcp, dial.host(), dial.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        tcp.setSoTimeout(deadline.millisFor(1));
        socket.startHandshake();
        tcp.setSoTimeout(0);
        return socket;
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

    private Loss loss(int code, String reason) {
        if (code == CloseFrame.TOOBIG) {
            return new Loss(
                    ErrorCode.MESSAGE_TOO_LARGE,
                    "The browser sent a message of more than " + Outbox.megabytes(maxMessageBytes)
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
                receiver.onClosed(loss(code, reason));
            }
        }
    }
}
