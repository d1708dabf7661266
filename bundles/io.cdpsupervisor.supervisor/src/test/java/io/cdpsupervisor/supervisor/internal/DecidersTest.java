package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogDecider;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.FakeConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Services that decide dialogs, before a scripted browser. */
class DecidersTest {

    private static final DialogAnswer YES = new DialogAnswer(true, Optional.of("typed"), Optional.empty());

    private final RecordingContext task = new RecordingContext();
    private final Attachment attachment = new Attachment(task);
    private final FakeConnection browser = new FakeConnection(task.loop, attachment);
    private final List<DialogDecider.Question> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @BeforeEach
    void attach() {
        task.loop.step(() -> attachment.attach(browser, Optional.empty()));
        browser.answer("Target.createTarget", Map.of("targetId", "T"));
        task.loop.runAll();
        browser.answer("Target.attachToTarget", Map.of("sessionId", "S"));
        task.loop.runAll();
        browser.answer(
                "Page.getFrameTree", Map.of("frameTree", Map.of("frame", Map.of("id", "T", "url", "http://a.test/x"))));
        task.loop.runAll();
    }

    @AfterEach
    void release() {
        release.countDown();
    }

    @Test
    void aDecisionIsSentAndCountsAsPolicyAndNobodyIsInterrupted() {
        add(1, question -> Optional.of(YES));
        opening("prompt");
        handled();
        assertThat(browser.sent("Page.handleJavaScriptDialog"))
                .singleElement()
                .satisfies(s ->
                        assertThat(s.params()).containsEntry("accept", true).containsEntry("promptText", "typed"));
        assertThat(task.dialogs().pending()).isEmpty();
        closed();
        assertThat(task.interruptions).isEmpty();
        assertThat(task.dialogs().recent())
                .singleElement()
                .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.AUTO_POLICY));
    }

    @Test
    void theQuestionNamesTaskDialogAndFrame() {
        add(1, question -> Optional.of(YES));
        opening("confirm");
        handled();
        assertThat(asked).singleElement().satisfies(q -> {
            assertThat(q.taskId()).isEqualTo("t");
            assertThat(q.dialog().message()).isEqualTo("Sure?");
            assertThat(q.frameUrl()).isEqualTo("http://a.test/x");
        });
    }

    @Test
    void theHighestRankedThatDoesNotLeaveItDecides() {
        add(1, question -> Optional.of(YES));
        add(2, question -> Optional.of(new DialogAnswer(false, Optional.empty(), Optional.empty())));
        add(3, question -> Optional.empty());
        add(4, question -> {
            throw new IllegalStateException("on purpose");
        });
        opening("confirm");
        handled();
        assertThat(browser.sent("Page.handleJavaScriptDialog"))
                .singleElement()
                .satisfies(s -> assertThat(s.params()).containsEntry("accept", false));
    }

    @Test
    void aDialogThatAllLeaveIsPending() {
        add(1, question -> Optional.empty());
        opening("confirm");
        pending();
        assertThat(task.interruptions).hasSize(1);
        assertThat(browser.sent("Page.handleJavaScriptDialog")).isEmpty();
    }

    @Test
    void aDialogThatAllLeaveGoesUnderThePolicy() {
        task.settings = new DialogSettings(DialogPolicy.AUTO_ACCEPT, Duration.ofSeconds(300));
        add(1, question -> Optional.empty());
        opening("confirm");
        handled();
        assertThat(task.interruptions).isEmpty();
    }

    @Test
    void whoeverTakesTooLongIsPassedOverUntilItIsBack() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        add(1, question -> {
            entered.countDown();
            await(release);
            return Optional.of(YES);
        });
        opening("confirm");
        assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(task.dialogs().pending()).as("as long as it is decided").isEmpty();
        task.loop.advance(Deliberation.LIMIT);
        assertThat(task.dialogs().pending()).hasSize(1);
        closed();

        opening("confirm");
        pending();
        assertThat(asked).as("it was not asked again").hasSize(1);
        closed();

        release.countDown();
        Await.until("the late decider is asked again", () -> {
            opening("confirm");
            Await.until("an answer or a pending dialog", () -> {
                task.loop.runAll();
                return !task.dialogs().pending().isEmpty()
                        || !browser.sent("Page.handleJavaScriptDialog").isEmpty();
            });
            closed();
            return asked.size() > 1;
        });
    }

    @Test
    void aDialogThatEndsWhileItIsDecidedIsNotAnswered() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        add(1, question -> {
            entered.countDown();
            await(release);
            return Optional.of(YES);
        });
        opening("confirm");
        assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
        closed();
        release.countDown();
        task.loop.advance(Deliberation.LIMIT);
        assertThat(browser.sent("Page.handleJavaScriptDialog")).isEmpty();
        assertThat(task.dialogs().recent()).hasSize(1);
    }

    @Test
    void aDeciderThatWentIsNotAsked() {
        add(1, question -> Optional.of(YES));
        task.deciders.remove(1);
        opening("confirm");
        assertThat(task.dialogs().pending()).hasSize(1);
    }

    // -- helpers

    private void add(int ranking, DialogDecider decider) {
        task.deciders.add(
                question -> {
                    asked.add(question);
                    return decider.decide(question);
                },
                ranking,
                ranking,
                "bundle x");
    }

    private void opening(String type) {
        browser.emit("S", "Page.javascriptDialogOpening", Map.of("type", type, "message", "Sure?", "frameId", "T"));
        task.loop.runAll();
    }

    private void closed() {
        browser.emit("S", "Page.javascriptDialogClosed", Map.of("result", true, "frameId", "T"));
        task.loop.runAll();
    }

    private void handled() {
        Await.until("the answer", () -> {
            task.loop.runAll();
            return !browser.sent("Page.handleJavaScriptDialog").isEmpty();
        });
    }

    private void pending() {
        Await.until("the pending dialog", () -> {
            task.loop.runAll();
            return !task.dialogs().pending().isEmpty();
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
