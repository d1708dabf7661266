package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.testkit.FakeConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps what really became of the dialogs of a {@link SimulatedDialogs}, and compares with it what a supervisor sends
 * and says. Confined to one thread.
 */
final class DialogJudge {

    /** After that the only timers are those of dialogs. */
    private static final Duration FOR_OTHER_TIMERS = Duration.ofSeconds(10);

    /** A dialog; it has an id once the supervisor has heard of it. */
    static final class Shown {
        private String id = "";
        private ClosedBy endedBy = ClosedBy.REMOTE;
        /** Where nobody can tell who ended it: everybody who may be named. */
        private final Set<ClosedBy> perhaps = EnumSet.noneOf(ClosedBy.class);

        String id() {
            return id;
        }

        void endedBy(ClosedBy who) {
            endedBy = who;
        }
    }

    /** An answer that the supervisor has sent. */
    static final class Answer {
        private final Shown dialog;
        private final ClosedBy who;
        private boolean replied;
        private boolean worked;
        private CompletableFuture<DialogOutcome> outcome;

        private Answer(Shown dialog, ClosedBy who) {
            this.dialog = dialog;
            this.who = who;
        }

        Shown dialog() {
            return dialog;
        }

        ClosedBy who() {
            return who;
        }

        void onReply(boolean success) {
            replied = true;
            worked = success;
        }
    }

    private final RecordingContext task;
    private final FakeConnection browser;
    private final List<Shown> heard = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private int taken;

    DialogJudge(RecordingContext task, FakeConnection browser) {
        this.task = task;
        this.browser = browser;
    }

    void onHeard(Shown dialog) {
        heard.add(dialog);
        dialog.id = "d-" + heard.size();
    }

    Optional<Shown> lastHeard() {
        return heard.isEmpty() ? Optional.empty() : Optional.of(heard.get(heard.size() - 1));
    }

    /**
     * Looks at what was sent since the last look: at most one answer, to the dialog that the supervisor knows, and none
     * but one that has failed was sent before.
     */
    Optional<Answer> look(Shown known, ClosedBy who) {
        List<FakeConnection.Sent> sent = browser.sent(NativeDialogProtocol.HANDLE);
        if (sent.size() == answers.size()) {
            return Optional.empty();
        }
        assertThat(sent).as("answers, one at a time").hasSize(answers.size() + 1);
        assertThat(known).as("the dialog that is answered").isNotNull();
        assertThat(answers)
                .as("earlier answers to " + known.id)
                .filteredOn(a -> a.dialog == known)
                .allMatch(a -> a.replied && !a.worked);
        Answer answer = new Answer(known, who);
        answers.add(answer);
        return Optional.of(answer);
    }

    void onOutcome(Answer answer, CompletableFuture<DialogOutcome> outcome) {
        answer.outcome = outcome;
    }

    // -- answers on their way

    boolean anyUnderWay() {
        return taken < answers.size();
    }

    /** The next one that reaches the browser. */
    Answer take() {
        return answers.get(taken++);
    }

    void loseThoseUnderWay() {
        taken = answers.size();
    }

    /** Where the reply to an answer is lost, nobody can tell whether it ended the dialog. */
    void leaveInDoubt() {
        answers.stream().filter(a -> !a.replied).forEach(a -> a.dialog.perhaps.addAll(List.of(a.who, ClosedBy.REMOTE)));
    }

    // -- the verdict

    /** Once everything has arrived: what is open, what is over and why, and what the agent was told. */
    void judge(Optional<Shown> open) {
        task.loop.advance(FOR_OTHER_TIMERS);
        assertThat(task.dialogs().pending())
                .extracting(PendingDialog::id)
                .isEqualTo(open.map(Shown::id).stream().toList());
        assertThat(task.loop.timers()).as("watchdogs").isEqualTo(open.isPresent() ? 1 : 0);
        List<Shown> over =
                heard.stream().filter(d -> open.filter(o -> o == d).isEmpty()).toList();
        List<ClosedDialog> recent = task.dialogs().recent();
        assertThat(recent)
                .extracting(c -> c.dialog().id())
                .isEqualTo(over.stream().map(Shown::id).toList());
        for (int i = 0; i < over.size(); i++) {
            judge(over.get(i), recent.get(i).closedBy());
        }
        answers.stream().filter(a -> a.outcome != null).forEach(DialogJudge::judge);
    }

    private void judge(Shown dialog, ClosedBy closedBy) {
        assertThat(closedBy)
                .as("who closed " + dialog.id)
                .isIn(dialog.perhaps.isEmpty() ? Set.of(dialog.endedBy) : dialog.perhaps);
        assertThat(task.events)
                .as("events of " + dialog.id)
                .filteredOn(event -> (event + " ").contains(" " + dialog.id + " "))
                .hasSize(2)
                .satisfiesExactly(
                        opened -> assertThat(opened).startsWith("opened"),
                        closed -> assertThat(closed).startsWith("closed"));
    }

    private static void judge(Answer answer) {
        assertThat(answer.outcome)
                .as("outcome of an answer to " + answer.dialog.id)
                .isDone();
        if (answer.replied) {
            assertThat(answer.outcome.isCompletedExceptionally())
                    .as("failure of an answer to " + answer.dialog.id)
                    .isEqualTo(!answer.worked);
        }
    }

    /** Who ended the dialogs that are over. */
    List<ClosedBy> endings() {
        return task.dialogs().recent().stream().map(ClosedDialog::closedBy).toList();
    }
}
