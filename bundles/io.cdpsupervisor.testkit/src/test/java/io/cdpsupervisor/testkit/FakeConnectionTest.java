package io.cdpsupervisor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.ErrorCode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FakeConnectionTest {

    private final ManualLoop loop = new ManualLoop();
    private final Ear ear = new Ear();
    private final FakeConnection connection = new FakeConnection(loop, ear);

    private CompletableFuture<CdpReply> send(Optional<String> session, String method) {
        AtomicReference<CompletableFuture<CdpReply>> future = new AtomicReference<>();
        loop.step(() -> future.set(connection.send(session, method, Map.of("n", 1))));
        return future.get();
    }

    @Test
    void keepsWhatWasSentWithTheTypesOfTheWire() {
        assertThat(send(Optional.of("S"), "Page.x")).isNotDone();
        assertThat(connection.sent()).singleElement().satisfies(sent -> {
            assertThat(sent.sessionId()).contains("S");
            assertThat(sent.params()).isEqualTo(Map.of("n", 1L));
        });
        assertThat(connection.sent("Page.y")).isEmpty();
    }

    @Test
    void answersTheOldestCommandWhenTheLoopRuns() {
        CompletableFuture<CdpReply> first = send(Optional.empty(), "Page.x");
        CompletableFuture<CdpReply> second = send(Optional.empty(), "Page.x");
        connection.answer("Page.x", Map.of("v", 7));
        assertThat(first).isNotDone();
        loop.runAll();
        assertThat(first.join().result()).isEqualTo(Map.of("v", 7L));
        assertThat(second).isNotDone();
        connection.answerError("Page.x", -32000, "no");
        loop.runAll();
        assertThat(second).isCompletedExceptionally();
        assertThatThrownBy(second::join).hasCauseInstanceOf(CdpErrorException.class);
    }

    @Test
    void answeringWhatWasNotSentFailsTheTest() {
        assertThat(send(Optional.empty(), "Page.x")).isNotDone();
        assertThatThrownBy(() -> connection.answer("Page.y", Map.of()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Page.y")
                .hasMessageContaining("[Page.x]");
    }

    @Test
    void theAnswerToAGivenUpCommandIsLate() {
        CompletableFuture<CdpReply> future = send(Optional.empty(), "Page.x");
        loop.step(() -> future.cancel(false));
        loop.step(() -> assertThat(connection.waiting()).isZero());
        connection.answer("Page.x", Map.of());
        loop.runAll();
        assertThat(ear.late).containsExactly("Page.x {}");
    }

    @Test
    void failingASessionFailsItsCommandsOnly() {
        CompletableFuture<CdpReply> page = send(Optional.of("S"), "Page.x");
        CompletableFuture<CdpReply> browser = send(Optional.empty(), "Page.x");
        loop.step(() -> connection.failSession("S", new CdpException(ErrorCode.SESSION_GONE, "gone")));
        assertThat(page).isCompletedExceptionally();
        assertThat(browser).isNotDone();
    }

    @Test
    void aDropFailsTheWaitersAndIsHeardOnce() {
        CompletableFuture<CdpReply> future = send(Optional.empty(), "Page.x");
        connection.drop("The browser died.");
        connection.close();
        loop.runAll();
        assertThatThrownBy(future::join).hasMessageContaining("The browser died.");
        assertThat(ear.closed).containsExactly("The browser died.");
        assertThat(connection.isOpen()).isFalse();
        assertThat(send(Optional.empty(), "Page.x")).isCompletedExceptionally();
    }

    @Test
    void eventsAreHeardWhenTheLoopRuns() {
        connection.emit("A.a", Map.of("n", 1));
        connection.emit("S", "B.b", Map.of());
        assertThat(ear.events).isEmpty();
        loop.runAll();
        assertThat(ear.methods()).containsExactly("A.a", "B.b");
        assertThat(ear.events.get(0).params()).isEqualTo(Map.of("n", 1L));
        assertThat(ear.events.get(1).sessionId()).contains("S");
    }
}
