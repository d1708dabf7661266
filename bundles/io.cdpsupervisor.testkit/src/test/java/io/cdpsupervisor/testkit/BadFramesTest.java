package io.cdpsupervisor.testkit;

import static io.cdpsupervisor.testkit.internal.ServerWebSocket.frame;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a connection makes of frames as no browser should send them. */
class BadFramesTest {

    private static final int LAST = 0x80;
    private static final int CONTINUATION = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int COMPRESSED = 0x40;

    /** A moment, on a machine that may be busy. */
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    private final FakeBrowser browser = FakeBrowser.start();
    private Client client;

    @BeforeEach
    void connect() {
        client = new Client(browser.endpoint());
        browser.ignore("Never.it");
    }

    @AfterEach
    void close() {
        client.close();
        browser.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] closing(int code, String reason) {
        byte[] said = bytes(reason);
        return frame(
                LAST | CLOSE,
                ByteBuffer.allocate(2 + said.length)
                        .putShort((short) code)
                        .put(said)
                        .array());
    }

    private static byte[] claiming(long length) {
        return ByteBuffer.allocate(10)
                .put((byte) (LAST | TEXT))
                .put((byte) 127)
                .putLong(length)
                .array();
    }

    private void assertAlive() {
        assertThat(client.call("Browser.getVersion", Map.of()).result()).isNotEmpty();
        assertThat(client.ear.closed).isEmpty();
    }

    @Nested
    class TheConnectionLivesOn {

        @Test
        void withPingsBetweenFiveFragmentsThatCutCharacters() {
            byte[] text = bytes("{\"method\":\"A.a\",\"params\":{\"t\":\"caf\u00e9 \ud83d\ude00 end\"}}");
            int smile = new String(text, StandardCharsets.ISO_8859_1).indexOf('\u00f0');
            int[] cuts = {0, smile - 2, smile + 1, smile + 2, smile + 3, text.length};
            for (int i = 0; i < 5; i++) {
                int head = (i == 0 ? TEXT : CONTINUATION) | (i == 4 ? LAST : 0);
                browser.sendBytes(frame(head, Arrays.copyOfRange(text, cuts[i], cuts[i + 1])));
                browser.sendBytes(frame(LAST | PING, bytes("?")));
            }
            Await.until("the message is heard", () -> client.ear.events.size() == 1);
            assertThat(client.ear.events.get(0).params()).isEqualTo(Map.of("t", "caf\u00e9 \ud83d\ude00 end"));
            Await.until("every ping has its pong", () -> browser.pongs() == 5);
        }

        @Test
        void afterABinaryMessageAndAnUnaskedPong() {
            browser.sendBytes(frame(LAST | BINARY, new byte[] {1, 2, 3}));
            browser.sendBytes(frame(LAST | PONG, bytes("!")));
            assertAlive();
            assertThat(client.ear.events).isEmpty();
        }

        @Test
        void afterAnEmptyMessageInEmptyFragments() {
            browser.sendBytes(frame(TEXT, new byte[0]));
            browser.sendBytes(frame(CONTINUATION, new byte[0]));
            browser.sendBytes(frame(LAST | CONTINUATION, new byte[0]));
            assertAlive();
        }
    }

    @Nested
    class EveryWaiterFailsAtOnce {

        private final List<CompletableFuture<CdpReply>> waiting = new ArrayList<>();

        @BeforeEach
        void aHundredWait() {
            for (int i = 0; i < 100; i++) {
                waiting.add(client.send("Never.it", Map.of()));
            }
            Await.until("all commands came", () -> browser.commands("Never.it").size() == 100);
        }

        private void assertAllFail(ErrorCode code, String told) {
            Await.until(AT_ONCE, "every waiter fails", () -> waiting.stream().allMatch(CompletableFuture::isDone));
            assertThat(waiting).extracting(Client::failure).allSatisfy(failure -> {
                assertThat(failure.code()).isEqualTo(code);
                assertThat(failure)
                        .hasMessageContaining("Never.it got no reply")
                        .hasMessageContaining(told);
            });
            Await.until("the end is heard", () -> client.ear.closed.size() == 1);
            assertThat(client.onLoop(client.connection::waiting)).isZero();
            assertThat(client.connection.isOpen()).isFalse();
            Await.until("the browser sees it go", () -> browser.clients() == 0);
        }

        @Test
        void whenTheSocketIsCutInTheMiddleOfAFrame() {
            browser.breakOff("{\"id\":1,\"result\":{\"v\":\"half of this is missing\"}}");
            assertAllFail(ErrorCode.DISCONNECTED, "127.0.0.1:" + browser.port());
        }

        static Stream<Arguments> broken() {
            return Stream.of(
                    Arguments.of("half a character", frame(LAST | TEXT, new byte[] {'"', (byte) 0xf0, (byte) 0x9f})),
                    Arguments.of(
                            "half a surrogate pair",
                            frame(LAST | TEXT, new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'})),
                    Arguments.of("an unknown kind", frame(LAST | 3, bytes("x"))),
                    Arguments.of("compressed unasked", frame(LAST | COMPRESSED | TEXT, bytes("x"))),
                    Arguments.of("the rest of nothing", frame(LAST | CONTINUATION, bytes("x"))),
                    Arguments.of("a ping in pieces", frame(PING, bytes("x"))));
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("broken")
        void whenAFrameBreaksTheProtocol(String how, byte[] frame) {
            browser.sendBytes(frame);
            assertAllFail(ErrorCode.DISCONNECTED, "was lost (WebSocket code 100");
        }

        @Test
        void whenTheBrowserSaysThatItEndsAndWhyWithoutItsSecrets() {
            browser.sendBytes(closing(1011, "upstream wss://cloud.example/x?token=SECRET is gone"));
            assertAllFail(ErrorCode.DISCONNECTED, "(WebSocket code 1011: upstream wss://cloud.example/x?*** is gone)");
        }

        @ParameterizedTest
        @MethodSource("io.cdpsupervisor.testkit.BadFramesTest#tooLong")
        void whenAFrameClaimsToBeLongerThanTheLimit(long length) {
            browser.sendBytes(claiming(length));
            assertAllFail(ErrorCode.MESSAGE_TOO_LARGE, "more than 100 MB");
        }

        @Test
        void whenTheBrowserFindsWhatWeSentTooLarge() {
            browser.sendBytes(closing(1009, "too big"));
            assertAllFail(ErrorCode.MESSAGE_TOO_LARGE, "The browser refused a command as too large");
        }
    }

    static Stream<Long> tooLong() {
        return Stream.of((100L << 20) + 1, 1L << 31, 1L << 40, Long.MAX_VALUE, -1L);
    }
}
