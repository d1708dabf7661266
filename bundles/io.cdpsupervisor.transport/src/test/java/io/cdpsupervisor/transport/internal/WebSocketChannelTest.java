package io.cdpsupervisor.transport.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.java_websocket.WebSocket;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.server.WebSocketServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WebSocketChannelTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Peer peer = new Peer();

    /** Greets everybody. */
    private static final class Peer extends WebSocketServer {
        private final CountDownLatch started = new CountDownLatch(1);
        private final LinkedBlockingQueue<String> hosts = new LinkedBlockingQueue<>();

        Peer() {
            super(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
            setDaemon(true);
        }

        @Override
        public void onStart() {
            started.countDown();
        }

        @Override
        public void onOpen(WebSocket client, ClientHandshake handshake) {
            hosts.add(handshake.getFieldValue("Host"));
            client.send("hello");
        }

        @Override
        public void onMessage(WebSocket client, String message) {}

        @Override
        public void onClose(WebSocket client, int code, String reason, boolean remote) {}

        @Override
        public void onError(WebSocket client, Exception error) {}
    }

    /** Breaks at the first text. */
    private static final class Broken implements Channel.Receiver {
        private final Error error;
        final LinkedBlockingQueue<Loss> losses = new LinkedBlockingQueue<>();

        Broken(Error error) {
            this.error = error;
        }

        @Override
        public void onText(String text) {
            throw error;
        }

        @Override
        public void onClosed(Loss loss) {
            losses.add(loss);
        }
    }

    /** Does not care. */
    private static final class Deaf implements Channel.Receiver {
        @Override
        public void onText(String text) {}

        @Override
        public void onClosed(Loss loss) {}
    }

    /** Those that Java-WebSocket lets through. */
    static Stream<Error> errors() {
        return Stream.of(
                new OutOfMemoryError("on purpose"),
                new NoClassDefFoundError("on purpose"),
                new StackOverflowError("on purpose"));
    }

    @BeforeEach
    void start() throws InterruptedException {
        peer.start();
        assertThat(peer.started.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @AfterEach
    void stop() throws InterruptedException {
        peer.stop();
    }

    @ParameterizedTest
    @MethodSource("errors")
    void anErrorInTheReaderEndsTheLine(Error error) throws InterruptedException {
        Broken hearer = new Broken(error);
        open("127.0.0.1", List.of(InetAddress.getLoopbackAddress()), hearer);

        Loss loss = hearer.losses.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(loss).as("the end is told").isNotNull();
        assertThat(loss.code()).isEqualTo(ErrorCode.DISCONNECTED);
        assertThat(loss.reason()).contains("on purpose");
        joinThreads();
        assertThat(hearer.losses).as("told once").isEmpty();
    }

    private WebSocketChannel open(String host, List<InetAddress> addresses, Channel.Receiver hearer) {
        Dial dial = new Dial(false, host, peer.getPort(), addresses, "/", false, Optional.empty());
        Deadline deadline = Deadline.in(PATIENCE);
        WebSocketChannel channel = new WebSocketChannel(dial, TcpDialer.connect(dial, deadline), 1 << 20);
        channel.open(hearer, deadline);
        return channel;
    }

    /** Chromium answers to no name but localhost; at the first address nobody listens. */
    @Test
    void theAddressThatWasReachedIsTheHostThatIsAskedFor() throws Exception {
        InetAddress nobody = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        WebSocketChannel channel = open("browser_box", List.of(nobody, InetAddress.getLoopbackAddress()), new Deaf());
        assertThat(peer.hosts.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("127.0.0.1:" + peer.getPort());
        channel.close();
        joinThreads();
    }

    private static void joinThreads() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("cdp-reader") || thread.getName().startsWith("WebSocketWriteThread")) {
                thread.join(PATIENCE.toMillis());
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }

    @Test
    void aRefusalInTheMomentOfTheDeadlineIsARefusal() {
        CompletableFuture<Void> opened = new CompletableFuture<>() {
            @Override
            public Void get(long timeout, TimeUnit unit) throws TimeoutException {
                completeExceptionally(new IOException("refused"));
                throw new TimeoutException();
            }
        };
        assertThatThrownBy(() -> WebSocketChannel.await(opened, Deadline.in(PATIENCE)))
                .hasRootCauseMessage("refused");
    }
}
