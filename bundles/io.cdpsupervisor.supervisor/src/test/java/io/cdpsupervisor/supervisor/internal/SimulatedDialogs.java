package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.PageUnderTest.PAGE;
import static io.cdpsupervisor.supervisor.internal.PageUnderTest.TOP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.supervisor.internal.DialogJudge.Answer;
import io.cdpsupervisor.supervisor.internal.DialogJudge.Shown;
import io.cdpsupervisor.testkit.FakeConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A page that shows one dialog after the other, as Chromium does, in front of an attachment. Answers and messages are
 * on their way for as long as a test wants. Confined to one thread.
 *
 * <p>One thing never happens here: a dialog that opens while the end of the one before is not known to the supervisor,
 * or an answer to that one is on its way. An answer names no dialog, so no client could keep it from the wrong one.
 */
final class SimulatedDialogs {

    private static final Duration WATCHDOG = Duration.ofSeconds(300);

    /**
     * On its way to the supervisor.
     *
     * @param ends whether the supervisor knows then that the dialog is over
     */
    private record Message(Runnable arrival, boolean ends) {}

    private final RecordingContext task = new RecordingContext();
    private final Attachment attachment = new Attachment(task);
    private final FakeConnection browser = new FakeConnection(task.loop, attachment);
    private final DialogJudge judge = new DialogJudge(task, browser);
    private final Queue<Message> underWay = new ArrayDeque<>();
    /** What the page shows, and what the supervisor believes it shows. */
    private Shown shown;

    private Shown known;
    private boolean crashed;
    private boolean gone;

    SimulatedDialogs() {
        task.loop.step(() -> attachment.attach(browser, Optional.empty()));
        browser.answer("Target.createTarget", Map.of("targetId", TOP));
        task.loop.runAll();
        browser.answer("Target.attachToTarget", Map.of("sessionId", PAGE));
        task.loop.runAll();
        for (int i = 2; i < browser.sent().size(); i++) {
            browser.answer(browser.sent().get(i).method(), Map.of());
            task.loop.runAll();
        }
    }

    /** Makes a move; one that cannot be made now is none. */
    void make(DialogMove move) {
        switch (move) {
            case OPEN -> open();
            case ANSWER -> answer();
            case ANSWER_THE_LAST_ONE -> answerTheLastOne();
            case TAKE -> take(true);
            case FAIL -> take(false);
            case DELIVER -> deliver();
            case CLOSE_ELSEWHERE -> end(ClosedBy.REMOTE);
            case NAVIGATE -> navigate();
            case CRASH -> crash();
            case CLOSE_TAB -> closeTab();
            case DROP -> drop();
            case WAIT -> act(ClosedBy.WATCHDOG, () -> task.loop.advance(WATCHDOG));
            case SWITCH_POLICY -> switchPolicy();
        }
    }

    /** Everything arrives, and is judged. */
    void settle() {
        while (judge.anyUnderWay() || !underWay.isEmpty()) {
            take(true);
            deliver();
        }
        judge.judge(Optional.ofNullable(shown));
    }

    List<ClosedBy> endings() {
        return judge.endings();
    }

    // -- the page

    private void open() {
        if (gone
                || crashed
                || shown != null
                || judge.anyUnderWay()
                || underWay.stream().anyMatch(Message::ends)) {
            return;
        }
        Shown opened = new Shown();
        shown = opened;
        underWay.add(new Message(() -> hear(opened), false));
    }

    private void hear(Shown opened) {
        judge.onHeard(opened);
        known = opened;
        Told dialog = Told.dialog(PAGE, TOP);
        act(ClosedBy.AUTO_POLICY, () -> browser.emit(PAGE, dialog.method(), dialog.params()));
    }

    private void end(ClosedBy who) {
        if (shown == null) {
            return;
        }
        shown.endedBy(who);
        shown = null;
        Map<String, Object> params = Map.of("frameId", TOP, "result", who == ClosedBy.AGENT, "userInput", "");
        tell(true, () -> browser.emit(PAGE, NativeDialogProtocol.CLOSED, params));
    }

    private void navigate() {
        if (!gone) {
            end(ClosedBy.REMOTE);
            crashed = false;
            Told document = Told.navigated(PAGE, TOP, "", "http://a.test/");
            tell(false, () -> browser.emit(PAGE, document.method(), document.params()));
        }
    }

    private void crash() {
        if (!gone && !crashed) {
            end(ClosedBy.REMOTE);
            crashed = true;
            tellTheEnd(() -> browser.emit(PAGE, "Inspector.targetCrashed", Map.of()));
        }
    }

    private void closeTab() {
        if (!gone) {
            end(ClosedBy.REMOTE);
            gone = true;
            tellTheEnd(() -> browser.emit("Target.detachedFromTarget", Map.of("sessionId", PAGE, "targetId", TOP)));
        }
    }

    private void drop() {
        gone = true;
        shown = null;
        underWay.clear();
        judge.leaveInDoubt();
        judge.loseThoseUnderWay();
        browser.drop("the network went away");
        task.loop.runAll();
        known = null;
    }

    // -- the browser and our answers

    private void take(boolean works) {
        if (!judge.anyUnderWay()) {
            return;
        }
        Answer answer = judge.take();
        if (gone || crashed) {
            // Chromium does not reply then, or nobody waits for it any more.
            tell(false, () -> browser.answerError(NativeDialogProtocol.HANDLE, -32001, "Session not found."));
        } else if (shown == null) {
            fail(answer, -32602, "No dialog is showing");
        } else if (!works) {
            fail(answer, -32000, "Internal error");
        } else {
            assertThat(shown).as("the dialog that the answer is for").isSameAs(answer.dialog());
            end(answer.who());
            tell(false, () -> {
                answer.onReply(true);
                browser.answer(NativeDialogProtocol.HANDLE, Map.of());
            });
        }
    }

    private void fail(Answer answer, int code, String message) {
        tell(false, () -> {
            answer.onReply(false);
            browser.answerError(NativeDialogProtocol.HANDLE, code, message);
        });
    }

    private void tellTheEnd(Runnable emit) {
        tell(true, () -> {
            judge.leaveInDoubt();
            emit.run();
        });
    }

    private void tell(boolean ends, Runnable emit) {
        Runnable arrival = () -> {
            emit.run();
            task.loop.runAll();
            known = ends ? null : known;
        };
        underWay.add(new Message(arrival, ends));
    }

    private void deliver() {
        if (!underWay.isEmpty()) {
            underWay.remove().arrival().run();
        }
    }

    // -- the supervisor

    private void answer() {
        AtomicReference<CompletableFuture<DialogOutcome>> outcome = new AtomicReference<>();
        Optional<Answer> answer = act(ClosedBy.AGENT, () -> {
            try {
                outcome.set(attachment.dialogs().answer(byAgent(Optional.empty())));
            } catch (BrowserException e) {
                // Refused, so there is no outcome; whether rightly is seen from what is open in the end.
            }
        });
        assertThat(answer.isPresent()).as("sent").isEqualTo(outcome.get() != null);
        answer.ifPresent(a -> judge.onOutcome(a, outcome.get()));
    }

    private void answerTheLastOne() {
        if (known == null) {
            judge.lastHeard()
                    .map(over -> byAgent(Optional.of(over.id())))
                    .ifPresent(answer -> act(
                            ClosedBy.AGENT,
                            () -> assertThatThrownBy(() -> attachment.dialogs().answer(answer))
                                    .isInstanceOf(BrowserException.class)));
        }
    }

    private static DialogAnswer byAgent(Optional<String> id) {
        return new DialogAnswer(true, Optional.empty(), id);
    }

    private Optional<Answer> act(ClosedBy who, Runnable action) {
        if (who == ClosedBy.AGENT) {
            task.loop.step(action);
        } else {
            action.run();
            task.loop.runAll();
        }
        return judge.look(known, who);
    }

    private void switchPolicy() {
        DialogPolicy[] all = DialogPolicy.values();
        task.settings = new DialogSettings(all[(task.settings.policy().ordinal() + 1) % all.length], WATCHDOG);
    }
}
