package io.cdpsupervisor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.testkit.FakeBrowser.Command;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What an open connection makes of good and bad traffic. */
class TrafficTest {

    private final FakeBrowser browser = FakeBrowser.start();
    private Client client;

    @BeforeEach
    void connect() {
        client = new Client(browser.endpoint());
    }

    @AfterEach
    void close() {
        client.close();
        browser.close();
    }

    @Test
    void aSupervisorsWayToAPageWorksOutOfTheBox() {
        client.call("Target.setDiscoverTargets", Map.of("discover", true));
        Object target = client.call("Target.createTarget", Map.of("url", "about:blank"))
                .result()
                .get("targetId");
        Object session = client.call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .result()
                .get("sessionId");
        Optional<String> page = Optional.of(String.valueOf(session));
        client.call(page, "Page.enable", Map.of());
        client.call(page, "Runtime.enable", Map.of());
        client.call(page, "Target.setAutoAttach", Map.of("autoAttach", true));
        client.call(page, "Runtime.runIfWaitingForDebugger", Map.of());
        assertThat(client.call(page, "Page.getFrameTree", Map.of()).json()).contains("\"" + target + "\"");
        client.call("Target.closeTarget", Map.of("targetId", target));
        List<String> events = List.of(
                "Target.targetCreated",
                "Target.attachedToTarget",
                "Runtime.executionContextCreated",
                "Target.detachedFromTarget",
                "Target.targetDestroyed");
        Await.until("every step is heard", () -> client.ear.methods().equals(events));
        CdpException gone = Client.failure(client.send(page, "Page.enable", Map.of()));
        assertThat(gone.code()).isEqualTo(ErrorCode.SESSION_GONE);
    }

    @Test
    void anUnknownMethodIsAnError() {
        CdpException error = Client.failure(client.send("No.such", Map.of()));
        assertThat(error.code()).isEqualTo(ErrorCode.CDP_ERROR);
        assertThat(error).hasMessageContaining("'No.such' wasn't found (-32601)");
    }

    @Test
    void repliesMayComeInAnyOrder() {
        List<Command> held = Collections.synchronizedList(new ArrayList<>());
        browser.on("Hold.it", held::add);
        List<CompletableFuture<CdpReply>> futures = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            futures.add(client.send("Hold.it", Map.of("n", i)));
        }
        Await.until("all commands came", () -> held.size() == 50);
        Collections.reverse(held);
        held.forEach(command -> command.reply(Map.of("n", command.params().get("n"))));
        for (int i = 0; i < 50; i++) {
            assertThat(futures.get(i).join().result()).isEqualTo(Map.of("n", (long) i));
        }
    }

    @Test
    void aReplyToACommandThatWasGivenUpIsLate() {
        List<Command> held = Collections.synchronizedList(new ArrayList<>());
        browser.on("Hold.it", held::add);
        CompletableFuture<CdpReply> future = client.send("Hold.it", Map.of());
        Await.until("the command came", () -> !held.isEmpty());
        client.onLoop(() -> future.cancel(false));
        held.get(0).reply(Map.of("v", 1));
        Await.until("the late reply is heard", () -> client.ear.late.equals(List.of("Hold.it {\"v\":1}")));
        assertThat(client.onLoop(client.connection::waiting)).isZero();
    }

    @Test
    void aMessageInFramesThatCutCharactersIsWhole() {
        String text = "a\u00e9\u20ac\ud83d\ude00".repeat(5);
        for (int frame = 1; frame < 8; frame++) {
            browser.sendFragmented("{\"method\":\"A.a\",\"params\":{\"t\":\"" + text + "\"}}", frame);
        }
        Await.until("all are heard", () -> client.ear.events.size() == 7);
        assertThat(client.ear.events)
                .allSatisfy(event -> assertThat(event.params()).isEqualTo(Map.of("t", text)));
    }

    @Test
    void malformedMessagesAreSkipped() {
        for (String text : List.of("", "{", "[1]", "null", "\"x\"", "{\"id\":99}", "{\"method\":1}", "\u0000")) {
            browser.sendText(text);
        }
        assertThat(client.call("Browser.getVersion", Map.of()).result()).isNotEmpty();
        assertThat(client.ear.events).isEmpty();
        assertThat(client.ear.closed).isEmpty();
    }

    @Test
    void eachMalformedMessageIsLoggedOnceInAShortLineWithoutAWordOfIt() {
        List<String> malformed = List.of(
                "{\"id\":SECRET}",
                "{\"method\":\"SECRET\",\"params\":null}",
                "{\"id\":1,\"result\":{\"v\":\"SECRET",
                "\u0000\u001b[2J\nSECRET",
                "SECRET".repeat(1 << 20));
        try (RecordedLog log = RecordedLog.of("io.cdpsupervisor.transport.internal")) {
            malformed.forEach(browser::sendText);
            client.call("Browser.getVersion", Map.of());
            assertThat(log.texts(Level.ALL))
                    .filteredOn(line -> line.startsWith("Skipped"))
                    .hasSameSizeAs(malformed)
                    .allSatisfy(line -> assertThat(line).matches("Skipped a message of \\d+ characters: [a-zA-Z ]+"))
                    .noneMatch(line -> line.contains("SECRET"));
        }
    }

    @Test
    void aHugeReplyArrives() {
        String huge = "y".repeat(40 << 20);
        browser.on("Huge.it", command -> command.reply(Map.of("v", huge)));
        assertThat(client.call("Huge.it", Map.of()).result()).isEqualTo(Map.of("v", huge));
    }

    @Test
    void aHugeCommandArrives() {
        String huge = "y".repeat(20 << 20);
        browser.on(
                "Huge.it",
                command -> command.reply(Map.of("length", command.param("v").length())));
        assertThat(client.call("Huge.it", Map.of("v", huge)).result())
                .isEqualTo(Map.of("length", (long) huge.length()));
    }

    @Test
    void nobodyIsPinged() {
        browser.on("Slow.it", command -> command.reply(Map.of()));
        client.call("Slow.it", Map.of());
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.toLowerCase(java.util.Locale.ROOT).contains("connectionlost"));
        assertThat(browser.pings()).isZero();
    }

    @Nested
    class WhenAMessageIsOverTheLimit {

        @Test
        void theWaitersLearnTheLimitAndItsKeyAndTheConnectionEnds() {
            try (Client small = new Client(browser.endpoint(), Client.PATIENCE, 1 << 20)) {
                browser.on("Huge.it", command -> command.reply(Map.of("v", "y".repeat(2 << 20))));
                CdpException failure = Client.failure(small.send("Huge.it", Map.of()));
                assertThat(failure.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
                assertThat(failure)
                        .hasMessageContaining("Huge.it")
                        .hasMessageContaining("1 MB")
                        .hasMessageContaining("browser.max_message_mb");
                Await.until("the end is heard", () -> small.ear.closed.size() == 1);
                assertThat(small.connection.isOpen()).isFalse();
            }
        }

        @Test
        void fragmentsCountTogether() {
            try (Client small = new Client(browser.endpoint(), Client.PATIENCE, 1 << 20)) {
                browser.ignore("Never.it");
                CompletableFuture<CdpReply> waiting = small.send("Never.it", Map.of());
                browser.sendFragmented("{\"x\":\"" + "y".repeat(2 << 20) + "\"}", 100_000);
                assertThat(Client.failure(waiting).code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
            }
        }
    }

    @Nested
    class WhenTheConnectionIsLost {

        private CompletableFuture<CdpReply> waiting;

        @BeforeEach
        void sendWhatIsNeverAnswered() {
            browser.ignore("Never.it");
            waiting = client.send("Never.it", Map.of());
            Await.until("the command came", () -> !browser.commands("Never.it").isEmpty());
        }

        private void assertLost() {
            CdpException failure = Client.failure(waiting);
            assertThat(failure.code()).isEqualTo(ErrorCode.DISCONNECTED);
            assertThat(failure).hasMessageContaining("Never.it got no reply");
            Await.until("the end is heard", () -> !client.ear.closed.isEmpty());
            assertThat(client.ear.closed).hasSize(1);
            assertThat(client.connection.isOpen()).isFalse();
            assertThat(Client.failure(client.send("Never.it", Map.of())).code()).isEqualTo(ErrorCode.DISCONNECTED);
        }

        @Test
        void byADropOfTheSocket() {
            browser.drop();
            assertLost();
        }

        @Test
        void inTheMiddleOfAFrame() {
            browser.breakOff("{\"method\":\"A.a\",\"params\":{\"t\":\"half of this is missing\"}}");
            assertLost();
            assertThat(client.ear.events).isEmpty();
        }

        @Test
        void byOurOwnClose() {
            client.connection.close();
            client.connection.close();
            assertLost();
            Await.until("the browser sees it go", () -> browser.clients() == 0);
        }
    }

    @Test
    void closingDoesNotWaitForABrowserThatDoesNotRead() {
        CompletableFuture<String> never = new CompletableFuture<>();
        browser.on("Block.it", command -> never.join());
        assertThat(client.send("Block.it", Map.of())).isNotDone();
        CompletableFuture<CdpReply> stuck = client.send("Huge.it", Map.of("v", "y".repeat(50 << 20)));
        client.connection.close();
        assertThat(Client.failure(stuck).code()).isEqualTo(ErrorCode.DISCONNECTED);
        Await.until(
                "reader and writer are gone",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("WebSocketWriteThread")
                                || thread.getName().startsWith("cdp-reader")));
        never.complete("");
    }
}
