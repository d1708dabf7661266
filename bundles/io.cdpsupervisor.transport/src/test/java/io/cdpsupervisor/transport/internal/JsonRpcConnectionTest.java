package io.cdpsupervisor.transport.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.transport.CdpEvent;
import io.cdpsupervisor.transport.CdpListener;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class JsonRpcConnectionTest {

    private static final Optional<String> BROWSER = Optional.empty();
    private static final Optional<String> SESSION = Optional.of("S");

    private final ThreadLoop loop = ThreadLoop.start("connection under test");
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final Line line = new Line();
    private final JsonRpcConnection connection = new JsonRpcConnection(line, loop, new Ear());

    /** A channel that keeps what it is given. */
    private static final class Line implements Channel {
        final List<String> sent = new CopyOnWriteArrayList<>();
        volatile boolean refuses;
        volatile boolean closed;

        @Override
        public void send(String text) {
            if (refuses) {
                throw new CdpException(ErrorCode.MESSAGE_TOO_LARGE, "no room");
            }
            sent.add(text);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final class Ear implements CdpListener {
        @Override
        public void onEvent(CdpEvent event) {
            if (event.method().equals("broken")) {
                throw new IllegalStateException("a broken listener, on purpose");
            }
            heard.add(event.method() + event.sessionId().map(s -> "@" + s).orElse("") + event.params());
        }

        @Override
        public void onLateReply(String method, Optional<CdpReply> reply) {
            heard.add("late " + method + " " + reply.map(CdpReply::json).orElse("error"));
        }

        @Override
        public void onClosing() {
            heard.add("closing");
        }

        @Override
        public void onClosed(String reason) {
            heard.add("closed: " + reason);
        }
    }

    @AfterEach
    void close() {
        connection.close();
        loop.close();
    }

    private <T> T onLoop(Supplier<T> step) {
        return CompletableFuture.supplyAsync(step, loop).join();
    }

    private void settle() {
        onLoop(() -> "");
    }

    private CompletableFuture<CdpReply> send(Optional<String> session, String method) {
        return onLoop(() -> connection.send(session, method, Map.of()));
    }

    private void receive(String text) {
        connection.onText(text);
        settle();
    }

    private static CdpException failure(CompletableFuture<?> future) {
        try {
            future.orTimeout(20, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            return (CdpException) e.getCause();
        }
        throw new AssertionError("It did not fail.");
    }

    @Test
    void aReplyFindsItsCommandInAnyOrder() {
        CompletableFuture<CdpReply> first = send(BROWSER, "Browser.a");
        CompletableFuture<CdpReply> second = send(SESSION, "Page.b");
        receive("{\"id\":2,\"sessionId\":\"S\",\"result\":{\"n\":2}}");
        assertThat(first).isNotDone();
        receive("{\"id\":1,\"result\":{\"n\":1}}");
        assertThat(first.join().result()).isEqualTo(Map.of("n", 1L));
        assertThat(first.join().sessionId()).isEmpty();
        assertThat(second.join().json()).isEqualTo("{\"n\":2}");
        assertThat(second.join().sessionId()).contains("S");
        assertThat(second.join().id()).isEqualTo(2);
        assertThat(line.sent)
                .containsExactly(
                        "{\"id\":1,\"method\":\"Browser.a\",\"params\":{}}",
                        "{\"id\":2,\"method\":\"Page.b\",\"sessionId\":\"S\",\"params\":{}}");
        assertThat(onLoop(connection::waiting)).isZero();
    }

    @Test
    void anErrorCarriesCodeMessageAndData() {
        CompletableFuture<CdpReply> future = send(BROWSER, "Page.x");
        receive("{\"id\":1,\"error\":{\"code\":-32602,\"message\":\"Invalid parameters\",\"data\":\"url: missing\"}}");
        assertThat(failure(future)).isInstanceOfSatisfying(CdpErrorException.class, e -> {
            assertThat(e.errorCode()).isEqualTo(-32602);
            assertThat(e.errorMessage()).isEqualTo("Invalid parameters: url: missing");
            assertThat(e.method()).isEqualTo("Page.x");
        });
    }

    @Test
    void aSessionThatIsUnknownToTheBrowserHasItsOwnCode() {
        CompletableFuture<CdpReply> future = send(SESSION, "Page.x");
        receive("{\"id\":1,\"error\":{\"code\":-32001,\"message\":\"Session with given id not found.\"}}");
        assertThat(failure(future).code()).isEqualTo(ErrorCode.SESSION_GONE);
    }

    @Test
    void errorsAndResultsOfAnyShapeEndTheWait() {
        CompletableFuture<CdpReply> oddError = send(BROWSER, "Page.x");
        CompletableFuture<CdpReply> oddResult = send(BROWSER, "Page.y");
        receive("{\"id\":1,\"error\":\"no\"}");
        receive("{\"id\":2,\"result\":[]}");
        assertThat(failure(oddError).code()).isEqualTo(ErrorCode.CDP_ERROR);
        assertThat(failure(oddResult).code()).isEqualTo(ErrorCode.CDP_ERROR);
    }

    @Test
    void anErrorThatIsNestedTooDeepEndsTheWaitToo() {
        CompletableFuture<CdpReply> future = send(BROWSER, "Page.x");
        receive("{\"id\":1,\"error\":{\"data\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}}");
        assertThat(failure(future).code()).isEqualTo(ErrorCode.CDP_ERROR);
        assertThat(failure(future)).hasMessageContaining("Page.x failed");
    }

    @Test
    void onlyTheFirstReplyToACommandCounts() {
        CompletableFuture<CdpReply> first = send(BROWSER, "Browser.a");
        CompletableFuture<CdpReply> second = send(BROWSER, "Browser.b");
        receive("{\"id\":1,\"result\":{\"n\":1}}");
        receive("{\"id\":1,\"result\":{\"n\":2}}");
        receive("{\"id\":1,\"error\":{\"code\":1,\"message\":\"m\"}}");
        assertThat(first.join().json()).isEqualTo("{\"n\":1}");
        assertThat(second).isNotDone();
        assertThat(heard).isEmpty();
    }

    @Test
    void eventsComeInWireOrder() {
        receive("{\"method\":\"A.a\",\"params\":{\"n\":1}}");
        receive("{\"method\":\"B.b\",\"sessionId\":\"S\",\"params\":{}}");
        assertThat(heard).containsExactly("A.a{n=1}", "B.b@S{}");
    }

    @Test
    void rubbishAndABrokenListenerDoNotEndTheConnection() {
        CompletableFuture<CdpReply> future = send(BROWSER, "Browser.a");
        for (String rubbish : List.of("", "{", "[]", "7", "{\"id\":99,\"result\":{}}", "{\"method\":\"broken\"}")) {
            receive(rubbish);
        }
        receive("{\"method\":\"A.a\",\"params\":null}");
        receive("{\"id\":1,\"result\":{}}");
        assertThat(future).isCompleted();
        assertThat(heard).isEmpty();
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void paramsAreCopiedBeforeSendReturns() {
        Map<String, Object> params = new java.util.HashMap<>(Map.of("a", 1));
        onLoop(() -> connection.send(BROWSER, "Page.x", params));
        params.put("a", 2);
        assertThat(line.sent).containsExactly("{\"id\":1,\"method\":\"Page.x\",\"params\":{\"a\":1}}");
    }

    @Test
    void aCommandThatCannotBeSentFailsAndIsForgotten() {
        line.refuses = true;
        assertThat(failure(send(BROWSER, "Page.x")).code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
        assertThat(failure(onLoop(() -> connection.send(BROWSER, "Page.x", Map.of("v", new Object()))))
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(onLoop(connection::waiting)).isZero();
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void usingItOffTheLoopIsRefused() {
        assertThatThrownBy(() -> connection.send(BROWSER, "Page.x", Map.of()))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(connection::waiting).isInstanceOf(IllegalStateException.class);
    }

    @Nested
    class AfterACommandWasGivenUp {

        @Test
        void itsEntryIsGoneAndALateReplyIsHeardOnce() {
            CompletableFuture<CdpReply> future = send(BROWSER, "Target.attachToTarget");
            onLoop(() -> future.cancel(false));
            assertThat(onLoop(connection::waiting)).isZero();
            receive("{\"id\":1,\"result\":{\"sessionId\":\"L\"}}");
            receive("{\"id\":1,\"result\":{\"sessionId\":\"L\"}}");
            assertThat(heard).containsExactly("late Target.attachToTarget {\"sessionId\":\"L\"}");
        }

        @Test
        void aLateErrorIsHeardAsOne() {
            CompletableFuture<CdpReply> future = send(BROWSER, "Page.x");
            onLoop(() -> future.cancel(false));
            receive("{\"id\":1,\"error\":{\"code\":1,\"message\":\"m\"}}");
            assertThat(heard).containsExactly("late Page.x error");
        }

        @Test
        void givingUpOnAnotherThreadWorksToo() {
            CompletableFuture<CdpReply> future = send(BROWSER, "Page.x");
            future.cancel(false);
            settle();
            assertThat(onLoop(connection::waiting)).isZero();
        }

        @Test
        void theMemoryOfThemIsBounded() {
            for (int i = 0; i < 2_000; i++) {
                CompletableFuture<CdpReply> future = send(BROWSER, "Page.x");
                onLoop(() -> future.cancel(false));
            }
            receive("{\"id\":1,\"result\":{}}");
            receive("{\"id\":2000,\"result\":{}}");
            assertThat(heard).containsExactly("late Page.x {}");
        }
    }

    @Test
    void failingASessionFailsItsCommandsOnly() {
        CompletableFuture<CdpReply> page = send(SESSION, "Page.x");
        CompletableFuture<CdpReply> browser = send(BROWSER, "Browser.x");
        CdpException cause = new CdpException(ErrorCode.TARGET_CRASHED, "The page crashed.");
        onLoop(() -> {
            connection.failSession("S", cause);
            return "";
        });
        assertThat(failure(page)).isSameAs(cause);
        assertThat(browser).isNotDone();
        receive("{\"id\":1,\"result\":{}}");
        assertThat(heard).containsExactly("late Page.x {}");
    }

    @Nested
    class WhenTheChannelIsLost {

        private final Loss loss = new Loss(ErrorCode.DISCONNECTED, "The browser died.");

        @Test
        void everyWaiterFailsBetweenTheTwoTimesTheListenerHears() {
            CompletableFuture<CdpReply> first = send(BROWSER, "Page.x");
            CompletableFuture<CdpReply> second = send(SESSION, "Page.y");
            onLoop(() -> first.whenComplete((r, e) -> heard.add("first failed")));
            onLoop(() -> second.whenComplete((r, e) -> heard.add("second failed")));
            connection.onClosed(loss);
            connection.onClosed(new Loss(ErrorCode.INTERNAL, "again"));
            settle();
            assertThat(heard).containsExactly("closing", "first failed", "second failed", "closed: The browser died.");
            assertThat(failure(first))
                    .hasMessage("Page.x got no reply. The browser died.")
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.DISCONNECTED));
            assertThat(line.closed).isTrue();
        }

        @Test
        void whatWasReadBeforeIsStillHandled() {
            CompletableFuture<CdpReply> future = send(BROWSER, "Page.x");
            connection.onText("{\"id\":1,\"result\":{}}");
            connection.onClosed(loss);
            settle();
            assertThat(future)
                    .isCompletedWithValueMatching(reply -> reply.json().equals("{}"));
        }

        @Test
        void newCommandsFailAtOnce() {
            connection.onClosed(loss);
            assertThat(connection.isOpen()).isFalse();
            assertThat(failure(send(BROWSER, "Page.x")).code()).isEqualTo(ErrorCode.DISCONNECTED);
            assertThat(line.sent).isEmpty();
        }

        @Test
        void aClosedLoopIsNoError() {
            loop.close();
            connection.onClosed(loss);
            assertThat(line.closed).isTrue();
        }
    }

    @Nested
    class WhileTheLoopIsBehind {

        private final CountDownLatch busy = new CountDownLatch(1);
        private final CountDownLatch go = new CountDownLatch(1);
        private Thread reader;

        private void holdUpTheLoopAndRead() throws InterruptedException {
            loop.execute(() -> {
                busy.countDown();
                awaitQuietly(go);
            });
            assertThat(busy.await(20, TimeUnit.SECONDS)).isTrue();
            String big = "{\"method\":\"A.a\",\"params\":{\"v\":\"" + "x".repeat(33 << 20) + "\"}}";
            reader = new Thread(() -> {
                connection.onText(big);
                connection.onText(big);
            });
            reader.start();
            while (reader.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
        }

        private void awaitQuietly(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Test
        void theReaderWaitsAndGoesOn() throws Exception {
            holdUpTheLoopAndRead();
            go.countDown();
            reader.join(20_000);
            assertThat(reader.isAlive()).isFalse();
            settle();
            assertThat(heard).hasSize(2);
        }

        @Test
        void aCloseLetsTheReaderGo() throws Exception {
            holdUpTheLoopAndRead();
            connection.close();
            reader.join(20_000);
            assertThat(reader.isAlive()).isFalse();
            go.countDown();
        }

        @Test
        void aClosedLoopLetsTheReaderGoAndEndsTheConnection() throws Exception {
            holdUpTheLoopAndRead();
            loop.close();
            reader.join(20_000);
            assertThat(reader.isAlive()).isFalse();
            assertThat(line.closed).isTrue();
            go.countDown();
        }
    }
}
