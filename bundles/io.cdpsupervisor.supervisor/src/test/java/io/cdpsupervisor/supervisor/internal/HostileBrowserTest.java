package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.ConsoleEntry;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.testkit.FakeBrowser.Command;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A task in front of a browser that sends rubbish, too much, or what a page of bad will would have it send. */
class HostileBrowserTest {

    private static final Duration A_CALL = Duration.ofSeconds(20);
    private static final String SECRET = "ghp_" + "a1B2".repeat(9);

    private final HandDriven rig = new HandDriven();
    private TaskSupervisor task;
    private String session;

    @BeforeEach
    void attach() {
        task = rig.start();
        session = task.snapshot().page().sessionId();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private TaskCdp.PendingReply send(String method) {
        return task.openScope().send(CdpRoute.PAGE, method, Map.of(), A_CALL);
    }

    private CdpReply call(String method) {
        TaskCdp.PendingReply reply = send(method);
        return rig.result(rig.away(reply::join));
    }

    private void assertNothingWasLost() {
        rig.browser.on("Plain.it", command -> command.reply(Map.of("v", 2)));
        assertThat(call("Plain.it").result()).isEqualTo(Map.of("v", 2L));
        assertThat(task.snapshot().state()).isEqualTo(SupervisorState.ATTACHED);
        assertThat(rig.dialled).as("one connection for all").hasSize(1);
        assertThat(rig.warnings()).isEmpty();
    }

    @Nested
    class Rubbish {

        @Test
        void betweenACommandAndItsReplyIsSkipped() {
            List<String> rubbish = List.of(
                    "{not json",
                    "[1,2]",
                    "null",
                    "42",
                    "{}",
                    "\u0000",
                    "{\"id\":\"text\",\"result\":{}}",
                    "{\"id\":99999999,\"result\":{}}",
                    "{\"method\":\"Page.frameNavigated\",\"params\":null}",
                    "{\"method\":\"Page.javascriptDialogClosed\",\"params\":null,\"sessionId\":\"" + session + "\"}",
                    "{\"method\":\"Target.attachedToTarget\"}",
                    "{\"method\":\"Target.detachedFromTarget\",\"params\":{}}");
            rig.browser.on("Odd.it", command -> {
                rubbish.forEach(rig.browser::sendText);
                command.reply(Map.of("v", "first"));
                command.reply(Map.of("v", "second"));
            });
            assertThat(call("Odd.it").result()).isEqualTo(Map.of("v", "first"));
            assertNothingWasLost();
        }

        @Test
        void insteadOfAReplyEndsOnlyThatCall() {
            rig.browser.on("Odd.it", command -> rig.browser.sendText("{\"id\":" + command.id() + ",\"result\":[]}"));
            TaskCdp.PendingReply odd = send("Odd.it");
            CompletableFuture<CdpReply> answer = rig.away(odd::join);
            assertThatThrownBy(() -> rig.result(answer))
                    .rootCause()
                    .isInstanceOfSatisfying(
                            CdpException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CDP_ERROR));
            assertNothingWasLost();
        }
    }

    @Test
    void repliesInReverseReachWhoeverAsked() {
        List<Command> held = new CopyOnWriteArrayList<>();
        rig.browser.on("Hold.it", held::add);
        List<TaskCdp.PendingReply> calls = List.of(send("Hold.it"), send("Hold.it"), send("Hold.it"));
        rig.await("all are sent", () -> held.size() == 3);
        for (int i = 2; i >= 0; i--) {
            held.get(i).reply(Map.of("n", i));
        }
        for (int i = 0; i < 3; i++) {
            TaskCdp.PendingReply call = calls.get(i);
            assertThat(rig.result(rig.away(call::join)).result()).isEqualTo(Map.of("n", (long) i));
        }
    }

    @Test
    void aReplyThatComesAfterItsCallerGaveUpReachesNobody() {
        List<Command> held = new CopyOnWriteArrayList<>();
        rig.browser.on("Late.it", held::add);
        TaskCdp.PendingReply call = task.openScope().send(CdpRoute.PAGE, "Late.it", Map.of(), Duration.ofMillis(100));
        rig.await("it is sent", () -> held.size() == 1);
        assertThatThrownBy(call::join).isInstanceOf(CdpTimeoutException.class);
        held.get(0).reply(Map.of("v", "late"));
        assertNothingWasLost();
    }

    @Test
    void aReplyOverTheLimitFailsItsCallAndIsTheEndOfTheConnectionAlone() {
        String page = task.snapshot().page().targetId();
        rig.browser.on("Huge.it", command -> command.reply(Map.of("v", "y".repeat(2 * (int) HandDriven.LIMIT))));
        TaskCdp.PendingReply huge = send("Huge.it");
        rig.await(task, SupervisorState.RECONNECTING);
        assertThatThrownBy(huge::join)
                .isInstanceOfSatisfying(
                        CdpException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE))
                .hasMessageContaining("more than 1 MB")
                .hasMessageContaining("the connection was closed");
        assertThat(rig.start()).isSameAs(task);
        assertThat(task.snapshot().page().targetId()).as("the page lives on").isEqualTo(page);
    }

    @Nested
    class TextOfAPage {

        /** As JSON; Java's compiler would not let it through as it is. */
        private static final String HOSTILE =
                "\\u0000\\u001b[2J \\ud83d alone \\ude00 " + SECRET + " \\\"}<script>\\r\\n\\u2028";

        private PendingDialog dialog(String message, String defaultPrompt) {
            rig.browser.sendText("{\"method\":\"Page.javascriptDialogOpening\",\"sessionId\":\"" + session
                    + "\",\"params\":{\"type\":\"prompt\",\"message\":\"" + message + "\",\"defaultPrompt\":\""
                    + defaultPrompt + "\",\"frameId\":\""
                    + task.snapshot().page().targetId() + "\"}}");
            rig.await("the dialog", () -> !task.snapshot().pending().isEmpty());
            return task.snapshot().pending().get(0);
        }

        private void assertSafe(String text) {
            assertThat(text).doesNotContain(SECRET).hasSizeLessThanOrEqualTo(10_240);
            assertThat(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .as("every character can be written")
                    .isEqualTo(text);
        }

        @Test
        void inADialogIsShownSafelyAndGivenBackAsItCame() {
            PendingDialog dialog = dialog(HOSTILE + "x".repeat(500_000), HOSTILE);
            assertSafe(dialog.message());
            assertSafe(dialog.defaultPrompt());
            assertThat(dialog.message()).startsWith("\u0000\u001b[2J \ufffd alone \ufffd ghp_");
            rig.browser.on("Page.handleJavaScriptDialog", command -> command.reply(Map.of()));
            DialogAnswer accept = new DialogAnswer(true, Optional.empty(), Optional.of(dialog.id()));
            rig.result(rig.away(() -> task.respondToDialog(accept, A_CALL)));
            assertThat(rig.browser.commands("Page.handleJavaScriptDialog"))
                    .singleElement()
                    .satisfies(command -> assertThat(command.param("promptText"))
                            .isEqualTo("\u0000\u001b[2J \ud83d alone \ude00 " + SECRET + " \"}<script>\r\n\u2028"));
            assertThat(rig.logged()).doesNotContain(SECRET, "alone");
            assertNothingWasLost();
        }

        @Test
        void onTheConsoleIsShownSafely() {
            rig.browser.sendText("{\"method\":\"Runtime.consoleAPICalled\",\"sessionId\":\"" + session
                    + "\",\"params\":{\"type\":\"log\",\"args\":[{\"type\":\"string\",\"value\":\"" + HOSTILE
                    + "x".repeat(500_000) + "\"}]}}");
            rig.await("the line", () -> !task.snapshot().console().isEmpty());
            assertThat(task.snapshot().console())
                    .singleElement()
                    .extracting(ConsoleEntry::text)
                    .satisfies(this::assertSafe);
            assertNothingWasLost();
        }

        @Test
        void ofAKindThatDialogsDoNotHaveIsADialogAllTheSame() {
            rig.browser.emit(session, "Page.javascriptDialogOpening", Map.of("type", "riddle", "message", "m"));
            rig.await("the dialog", () -> !task.snapshot().pending().isEmpty());
            assertThat(task.snapshot().pending()).singleElement().satisfies(d -> {
                assertThat(d.message()).isEqualTo("m");
                assertThat(d.type()).isNotNull();
            });
            assertNothingWasLost();
        }
    }
}
