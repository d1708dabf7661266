package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.testkit.FakeConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AttachmentTest {

    private static final Duration WATCHDOG = Duration.ofSeconds(300);

    private final RecordingContext task = new RecordingContext();
    private final Attachment attachment = new Attachment(task);
    private final FakeConnection browser = new FakeConnection(task.loop, attachment);

    @BeforeEach
    void attach() {
        task.loop.step(() -> attachment.attach(browser, Optional.empty()));
        browser.answer("Target.createTarget", Map.of("targetId", "T"));
        task.loop.runAll();
        browser.answer("Target.attachToTarget", Map.of("sessionId", "S"));
        task.loop.runAll();
        browser.answer("Page.enable", Map.of());
        browser.answer("Runtime.enable", Map.of());
        browser.answer("Target.setAutoAttach", Map.of());
        browser.answer(
                "Page.getFrameTree",
                Map.of("frameTree", Map.of("frame", Map.of("id", "T", "url", "about:blank", "securityOrigin", "://"))));
        task.loop.runAll();
        browser.answer("Runtime.evaluate", Map.of("result", Map.of("value", "complete")));
        task.loop.runAll();
    }

    private WatchedPage page() {
        return attachment.pages().own().orElseThrow();
    }

    @Test
    void thePageIsOurOwnAndInTheBackground() {
        assertThat(browser.sent("Target.createTarget"))
                .singleElement()
                .satisfies(s -> assertThat(s.params()).containsEntry("background", true));
        assertThat(page().sessionId()).isEqualTo("S");
        assertThat(page().frames().list())
                .singleElement()
                .satisfies(f -> assertThat(f.frameId()).isEqualTo("T"));
    }

    @Nested
    class Children {

        @Test
        void areResumedEvenIfTheirSetUpFails() {
            attached("S", "C", "kid", "iframe");
            assertThat(browser.sent("Runtime.runIfWaitingForDebugger")).hasSize(1);
            browser.answerError("Page.enable", -32601, "'Page.enable' wasn't found");
            task.loop.runAll();
            assertThat(attachment.isOpen()).isTrue();
        }

        @Test
        void reportTheirOwnChildren() {
            attached("S", "C", "kid", "iframe");
            attached("C", "G", "grandkid", "iframe");
            assertThat(attachment.frame("grandkid").orElseThrow().sessionId()).contains("G");
            assertThat(browser.sent("Target.setAutoAttach"))
                    .extracting(s -> s.sessionId().orElse(""))
                    .containsExactly("S", "C", "G");
        }

        @Test
        void areResumedWhateverTheyAre() {
            attached("S", "W", "worker-1", "worker");
            assertThat(browser.sent("Runtime.runIfWaitingForDebugger"))
                    .singleElement()
                    .satisfies(s -> assertThat(s.sessionId()).contains("W"));
        }

        @Test
        void takeTheirWaitingCallsWithThem() {
            attached("S", "C", "kid", "iframe");
            CompletableFuture<?> call = send("C", "Runtime.evaluate");
            browser.emit("S", "Target.detachedFromTarget", Map.of("sessionId", "C", "targetId", "kid"));
            task.loop.runAll();
            assertThat(call).isCompletedExceptionally();
            assertThatThrownBy(call::join)
                    .rootCause()
                    .isInstanceOfSatisfying(
                            CdpException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SESSION_GONE));
        }

        @Test
        void ofAPlugInsOwnSessionAreLeftAlone() {
            task.loop.step(
                    () -> attachment.sessions().add(new Session("P", "T", "page", Session.Role.CAPTURE, "P", "")));
            attached("P", "X", "kid", "iframe");
            assertThat(browser.sent("Runtime.runIfWaitingForDebugger")).isEmpty();
        }
    }

    @Nested
    class Dialogs {

        @Test
        void waitForTheAgentAndInterrupt() {
            opening("confirm", "Sure?", "");
            assertThat(pending()).extracting(PendingDialog::id).containsExactly("d-1");
            assertThat(task.interruptions).containsExactly(Interruption.Kind.DIALOG);
        }

        @Test
        void acceptOfAPromptWithoutTextGivesItsDefault() {
            opening("prompt", "Name?", "Ada");
            answer(true, Optional.empty());
            assertThat(browser.sent("Page.handleJavaScriptDialog"))
                    .singleElement()
                    .satisfies(s -> assertThat(s.params()).containsEntry("promptText", "Ada"));
        }

        @Test
        void areTheAgentsThoughTheClosingEventComesBeforeTheReply() {
            opening("confirm", "Sure?", "");
            CompletableFuture<DialogOutcome> outcome = answer(true, Optional.empty());
            closed("T");
            assertThat(outcome).isNotDone();
            browser.answer("Page.handleJavaScriptDialog", Map.of());
            task.loop.runAll();
            assertThat(outcome).isCompleted();
            assertThat(task.dialogs().recent())
                    .singleElement()
                    .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.AGENT));
        }

        @Test
        void thatSomebodyElseClosedMeanwhileAreToldSo() {
            opening("confirm", "Sure?", "");
            CompletableFuture<DialogOutcome> outcome = answer(true, Optional.empty());
            // Closed by another client: our answer finds nothing.
            task.loop.step(
                    () -> task.dialogs().release(task.dialogs().openEntries().get(0)));
            closed("T");
            browser.answerError("Page.handleJavaScriptDialog", -32602, "No dialog is showing");
            task.loop.runAll();
            assertThatThrownBy(outcome::join)
                    .rootCause()
                    .isInstanceOfSatisfying(
                            BrowserException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.DIALOG_ALREADY_CLOSED));
        }

        @Test
        void thatWereClosedUnderOurAnswerAreNotTheAgents() {
            opening("confirm", "Sure?", "");
            CompletableFuture<DialogOutcome> outcome = answer(true, Optional.empty());
            closed("T");
            browser.answerError("Page.handleJavaScriptDialog", -32602, "No dialog is showing");
            task.loop.runAll();
            assertThat(outcome).isCompletedExceptionally();
            assertThat(task.dialogs().recent())
                    .singleElement()
                    .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.REMOTE));
        }

        @Test
        void underAPolicyInterruptNobodyWhenTheConnectionDrops() {
            task.settings = new DialogSettings(DialogPolicy.AUTO_DISMISS, WATCHDOG);
            opening("alert", "x", "");
            browser.drop("the browser died");
            task.loop.runAll();
            assertThat(task.interruptions).isEmpty();
        }

        @Test
        void whoseAnswerFailsStayPending() {
            opening("confirm", "Sure?", "");
            CompletableFuture<DialogOutcome> outcome = answer(true, Optional.empty());
            browser.answerError("Page.handleJavaScriptDialog", -32000, "Internal error");
            task.loop.runAll();
            assertThat(outcome).isCompletedExceptionally();
            assertThat(pending()).hasSize(1);
            assertThat(answer(false, Optional.empty()))
                    .as("it can be answered again")
                    .isNotDone();
        }

        @Test
        void areDismissedByTheWatchdog() {
            opening("prompt", "x", "d");
            task.loop.advance(WATCHDOG);
            assertThat(browser.sent("Page.handleJavaScriptDialog"))
                    .singleElement()
                    .satisfies(s -> assertThat(s.params()).isEqualTo(Map.of("accept", false)));
            closed("T");
            assertThat(task.dialogs().recent())
                    .singleElement()
                    .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.WATCHDOG));
        }

        @Test
        void leaveNoTimerBehind() {
            opening("confirm", "Sure?", "");
            closed("T");
            task.loop.advance(ResponseWatch.PATIENCE);
            assertThat(task.loop.timers()).isZero();
        }

        @Test
        void underAPolicyAreAnsweredAtOnceAndInterruptNobody() {
            task.settings = new DialogSettings(DialogPolicy.AUTO_ACCEPT, WATCHDOG);
            opening("prompt", "x", "d");
            assertThat(browser.sent("Page.handleJavaScriptDialog"))
                    .singleElement()
                    .satisfies(s ->
                            assertThat(s.params()).containsEntry("accept", true).containsEntry("promptText", "d"));
            assertThat(pending()).isEmpty();
            closed("T");
            assertThat(task.interruptions).isEmpty();
            assertThat(task.dialogs().recent())
                    .singleElement()
                    .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.AUTO_POLICY));
        }

        @Test
        void thatAPolicyCouldNotAnswerWaitForTheAgent() {
            task.settings = new DialogSettings(DialogPolicy.AUTO_DISMISS, WATCHDOG);
            opening("alert", "x", "");
            browser.answerError("Page.handleJavaScriptDialog", -32000, "Internal error");
            task.loop.runAll();
            assertThat(pending()).hasSize(1);
            assertThat(task.interruptions).containsExactly(Interruption.Kind.DIALOG);
        }

        @Test
        void endWithTheConnection() {
            opening("confirm", "Sure?", "");
            browser.drop("the browser died");
            task.loop.runAll();
            assertThat(pending()).isEmpty();
            assertThat(task.dialogs().recent())
                    .singleElement()
                    .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.REMOTE));
            assertThat(task.closed).containsExactly("the browser died");
            assertThat(task.loop.timers()).isZero();
        }

        @Test
        void areDismissedWhenWeLeave() {
            opening("confirm", "Sure?", "");
            task.loop.step(attachment::leave);
            assertThat(browser.sent())
                    .extracting(FakeConnection.Sent::method)
                    .endsWith("Page.handleJavaScriptDialog", "Target.closeTarget");
        }

        @Test
        void thatAreShownBesideASecondOneAreOverAndTheSecondIsUnanswerable() {
            opening("confirm", "first", "");
            browser.emit(
                    "S",
                    "Page.javascriptDialogOpening",
                    Map.of("type", "confirm", "message", "second", "frameId", "kid"));
            closed("T");
            assertThat(pending()).singleElement().satisfies(d -> {
                assertThat(d.message()).isEqualTo("second");
                assertThat(d.answerable()).isFalse();
            });
            assertThatThrownBy(() -> answer(true, Optional.empty())).hasMessageContaining("force:true");
            assertThat(browser.sent("Page.handleJavaScriptDialog")).isEmpty();

            browser.emit("S", "Page.frameNavigated", Map.of("frame", Map.of("id", "kid", "parentId", "T")));
            task.loop.runAll();
            assertThat(pending()).isEmpty();
        }

        @Test
        void thatTheBrowserKnowsNothingOfAreUnanswerable() {
            opening("confirm", "Sure?", "");
            CompletableFuture<DialogOutcome> outcome = answer(true, Optional.empty());
            browser.answerError("Page.handleJavaScriptDialog", -32602, "No dialog is showing");
            task.loop.runAll();
            assertThat(outcome).isCompletedExceptionally();
            assertThat(pending())
                    .singleElement()
                    .satisfies(d -> assertThat(d.answerable()).isFalse());
        }

        @Test
        void ofAFrameWhoseProcessDiedAreDismissed() {
            attached("S", "C", "kid", "iframe");
            browser.emit(
                    "S", "Page.javascriptDialogOpening", Map.of("type", "alert", "message", "x", "frameId", "kid"));
            browser.emit("C", "Inspector.targetCrashed", Map.of());
            task.loop.runAll();
            assertThat(browser.sent("Page.handleJavaScriptDialog"))
                    .singleElement()
                    .satisfies(s -> assertThat(s.params()).containsEntry("accept", false));
            closed("kid");
            assertThat(task.dialogs().recent())
                    .singleElement()
                    .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.REMOTE));
        }

        @Test
        void areToldToWhoeverListensWithTheirEnd() {
            opening("confirm", "Sure?", "");
            answer(true, Optional.empty());
            closed("T");
            assertThat(task.events).containsExactly("opened d-1", "closed d-1 by agent");
        }

        private void opening(String type, String message, String defaultPrompt) {
            browser.emit(
                    "S",
                    "Page.javascriptDialogOpening",
                    Map.of("type", type, "message", message, "defaultPrompt", defaultPrompt, "frameId", "T"));
            task.loop.runAll();
        }

        private void closed(String frameId) {
            browser.emit("S", "Page.javascriptDialogClosed", Map.of("result", true, "frameId", frameId));
            task.loop.runAll();
        }

        private CompletableFuture<DialogOutcome> answer(boolean accept, Optional<String> id) {
            CompletableFuture<CompletableFuture<DialogOutcome>> out = new CompletableFuture<>();
            task.loop.step(
                    () -> out.complete(attachment.dialogs().answer(new DialogAnswer(accept, Optional.empty(), id))));
            return out.join();
        }

        private List<PendingDialog> pending() {
            return task.dialogs().pending();
        }
    }

    @Nested
    class Popups {

        @BeforeEach
        void open() {
            browser.emit("Target.targetCreated", Map.of("targetInfo", popup("T", "http://b.test/")));
            task.loop.runAll();
            browser.answer("Target.attachToTarget", Map.of("sessionId", "P"));
            task.loop.runAll();
        }

        @Test
        void ofOurPageAreWatched() {
            assertThat(attachment.pages().popups()).singleElement().satisfies(p -> {
                assertThat(p.targetId()).isEqualTo("T2");
                assertThat(p.sessionId()).isEqualTo("P");
            });
            browser.emit("P", "Page.javascriptDialogOpening", Map.of("type", "alert", "message", "x", "frameId", "T2"));
            task.loop.runAll();
            assertThat(task.dialogs().pending()).hasSize(1);
        }

        @Test
        void areWokenByTheirFirstCommitOnly() {
            assertThat(browser.sent("Emulation.setFocusEmulationEnabled"))
                    .extracting(s -> s.sessionId().orElse(""))
                    .containsExactly("S");
            for (String url : List.of("http://b.test/", "http://b.test/next")) {
                browser.emit("P", "Page.frameNavigated", Map.of("frame", Map.of("id", "T2", "url", url)));
                task.loop.runAll();
            }
            assertThat(browser.sent("Emulation.setFocusEmulationEnabled"))
                    .extracting(s -> s.sessionId().orElse(""))
                    .containsExactly("S", "P");
        }

        @Test
        void ofOtherPagesAreLeftAlone() {
            browser.emit("Target.targetCreated", Map.of("targetInfo", popup("somebody", "http://c.test/")));
            task.loop.runAll();
            assertThat(browser.sent("Target.attachToTarget")).hasSize(2);
        }

        @Test
        void keepTheAddressThatCameWhileTheyWereAttached() {
            browser.emit(
                    "Target.targetCreated",
                    Map.of("targetInfo", Map.of("targetId", "T3", "type", "page", "url", "", "openerId", "T")));
            browser.emit(
                    "Target.targetInfoChanged",
                    Map.of("targetInfo", Map.of("targetId", "T3", "type", "page", "url", "http://login.test/")));
            task.loop.runAll();
            browser.answer("Target.attachToTarget", Map.of("sessionId", "P3"));
            task.loop.runAll();
            assertThat(attachment.pages().popups()).last().satisfies(p -> {
                assertThat(p.url()).isEqualTo("http://login.test/");
                assertThat(p.sessionId()).isEqualTo("P3");
            });
        }

        @Test
        void areGoneWhenTheyClose() {
            browser.emit("Target.targetDestroyed", Map.of("targetId", "T2"));
            task.loop.runAll();
            assertThat(attachment.pages().popups()).isEmpty();
        }

        private Map<String, Object> popup(String opener, String url) {
            return Map.of("targetId", "T2", "type", "page", "url", url, "title", "", "openerId", opener);
        }
    }

    @Nested
    class TheEndOfThePage {

        @Test
        void isToldOnceWhenTheTabIsClosed() {
            CompletableFuture<?> waiting = send("S", "Runtime.evaluate");
            browser.emit("Target.detachedFromTarget", Map.of("sessionId", "S", "targetId", "T"));
            task.loop.runAll();
            assertThat(task.interruptions).containsExactly(Interruption.Kind.TAB_GONE);
            assertThatThrownBy(waiting::join)
                    .rootCause()
                    .isInstanceOfSatisfying(
                            CdpException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TAB_GONE));
            failsWith(ErrorCode.TAB_GONE, "Runtime.evaluate");
        }

        @Test
        void isACrashThatANavigationUndoes() {
            CompletableFuture<?> waiting = send("S", "Runtime.evaluate");
            browser.emit("Target.targetCrashed", Map.of("targetId", "T"));
            task.loop.runAll();
            CompletableFuture<?> navigate = send("S", "Page.navigate");
            browser.emit("S", "Inspector.targetCrashed", Map.of());
            task.loop.runAll();
            assertThat(waiting).isCompletedExceptionally();
            assertThat(navigate).as("sent between the two signals").isNotDone();
            assertThat(task.interruptions).containsExactly(Interruption.Kind.CRASHED);
            failsWith(ErrorCode.TARGET_CRASHED, "Runtime.evaluate");
            assertThat(route("Page.navigate")).isCompletedWithValue(Optional.of("S"));
            browser.emit(
                    "S",
                    "Page.frameNavigated",
                    Map.of("frame", Map.of("id", "T", "loaderId", "L", "url", "http://a.test/")));
            task.loop.runAll();
            assertThat(route("Runtime.evaluate")).isCompletedWithValue(Optional.of("S"));
        }

        private void failsWith(ErrorCode code, String method) {
            assertThatThrownBy(() -> route(method))
                    .isInstanceOfSatisfying(
                            CdpException.class, e -> assertThat(e.code()).isEqualTo(code));
        }

        private CompletableFuture<Optional<String>> route(String method) {
            return attachment.router().resolve(CdpRoute.PAGE, method);
        }
    }

    @Test
    void anAttachThatIsAnsweredTooLateIsDetachedOnce() {
        CompletableFuture<CompletableFuture<?>> sent = new CompletableFuture<>();
        task.loop.step(() ->
                sent.complete(attachment.send(Optional.empty(), "Target.attachToTarget", Map.of("targetId", "X"))));
        task.loop.step(() -> sent.join().cancel(false));
        browser.answer("Target.attachToTarget", Map.of("sessionId", "late"));
        task.loop.runAll();
        assertThat(browser.sent("Target.detachFromTarget"))
                .singleElement()
                .satisfies(s -> assertThat(s.params()).isEqualTo(Map.of("sessionId", "late")));
    }

    @Test
    void twoCallsForOneTargetShareOneSession() {
        CompletableFuture<Optional<String>> first = target("X");
        CompletableFuture<Optional<String>> second = target("X");
        browser.answer("Target.attachToTarget", Map.of("sessionId", "N"));
        task.loop.runAll();
        assertThat(first).isCompletedWithValue(Optional.of("N"));
        assertThat(second).isCompletedWithValue(Optional.of("N"));
        assertThat(target("X")).isCompletedWithValue(Optional.of("N"));
    }

    @Test
    void anAttachThatNobodyWaitsForAnyMoreIsGivenBack() {
        CompletableFuture<Optional<String>> first = target("X");
        CompletableFuture<Optional<String>> second = target("X");
        task.loop.step(() -> first.cancel(false));
        task.loop.step(() -> second.cancel(false));
        browser.answer("Target.attachToTarget", Map.of("sessionId", "late"));
        task.loop.runAll();
        assertThat(browser.sent("Target.detachFromTarget")).hasSize(1);
        CompletableFuture<Optional<String>> third = target("X");
        browser.answer("Target.attachToTarget", Map.of("sessionId", "N"));
        task.loop.runAll();
        assertThat(third).isCompletedWithValue(Optional.of("N"));
    }

    @Test
    void anOddEventCostsNothing() {
        browser.emit("S", "Page.frameNavigated", Map.of("frame", "no object"));
        browser.emit("S", "Page.frameDetached", Map.of());
        browser.emit("S", "Page.javascriptDialogOpening", Map.of());
        browser.emit("Target.attachedToTarget", Map.of("targetInfo", List.of()));
        task.loop.runAll();
        assertThat(attachment.isOpen()).isTrue();
        task.loop.advance(ResponseWatch.PATIENCE);
        assertThat(task.loop.timers())
                .as("the dialog without a type is pending")
                .isEqualTo(1);
    }

    private CompletableFuture<Optional<String>> target(String id) {
        CompletableFuture<CompletableFuture<Optional<String>>> out = new CompletableFuture<>();
        task.loop.step(() -> out.complete(attachment.router().resolve(CdpRoute.target(id), "Runtime.evaluate")));
        return out.join();
    }

    private CompletableFuture<?> send(String session, String method) {
        CompletableFuture<CompletableFuture<?>> out = new CompletableFuture<>();
        task.loop.step(() -> out.complete(attachment.send(Optional.of(session), method, Map.of())));
        return out.join();
    }

    private void attached(String parent, String session, String target, String type) {
        browser.emit(
                parent,
                "Target.attachedToTarget",
                Map.of(
                        "sessionId",
                        session,
                        "waitingForDebugger",
                        true,
                        "targetInfo",
                        Map.of("targetId", target, "type", type, "url", "", "parentFrameId", "T")));
        task.loop.runAll();
    }
}
