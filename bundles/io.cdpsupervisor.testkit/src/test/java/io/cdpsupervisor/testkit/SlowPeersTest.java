package io.cdpsupervisor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Peers that always have one more byte to say: no read of theirs ever times out, but the whole does. */
class SlowPeersTest {

    private static final Duration DEADLINE = Duration.ofMillis(600);

    @ParameterizedTest
    @MethodSource("peers")
    void areLeftAtTheDeadline(String address, String beginning) throws IOException {
        try (DrippingPeer peer = new DrippingPeer(beginning)) {
            long start = System.nanoTime();
            assertThat(Client.refusal(peer.at(address), DEADLINE).code()).isEqualTo(ErrorCode.DISCONNECTED);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(DEADLINE.multipliedBy(10));
            if (address.startsWith("ws")) {
                Await.until("the peer is hung up on", peer::isHungUpOn);
            }
        }
        Await.until(
                "our threads are gone",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().matches("cdp-(reader|resolver).*")));
    }

    static Stream<Arguments> peers() {
        // a record of 16 KB, of which nothing but the head comes at once
        String tls = "\u0016\u0003\u0003\u0040\u0000";
        return Stream.of(
                Arguments.of("http://127.0.0.1:PORT", ""),
                Arguments.of("http://127.0.0.1:PORT", "HTTP/1.1 200 OK\r\nX-Header: "),
                Arguments.of("http://127.0.0.1:PORT", "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"),
                Arguments.of("https://localhost:PORT", tls),
                Arguments.of("ws://127.0.0.1:PORT/devtools/browser/x", "HTTP/1.1 101 OK\r\nX-Header: "),
                Arguments.of("wss://127.0.0.1:PORT/devtools/browser/x", tls));
    }
}
