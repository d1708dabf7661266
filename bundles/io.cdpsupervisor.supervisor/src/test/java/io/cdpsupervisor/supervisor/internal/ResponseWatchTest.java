package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.testkit.ManualLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When a page counts as unresponsive, by a clock that the test turns. */
class ResponseWatchTest {

    private final ManualLoop loop = new ManualLoop();
    private final List<CompletableFuture<CdpReply>> ofPage = new ArrayList<>();
    private final List<CompletableFuture<CdpReply>> ofBrowser = new ArrayList<>();
    private boolean dialogOpen;
    private int changes;
    private final ResponseWatch watch = new ResponseWatch(
            loop,
            (sessionId, method, params) -> {
                CompletableFuture<CdpReply> reply = new CompletableFuture<>();
                (sessionId.isPresent() ? ofPage : ofBrowser).add(reply);
                return reply;
            },
            () -> dialogOpen,
            () -> changes++);

    @Test
    void silenceOfThePageWhileTheBrowserAnswersIsUnresponsive() {
        send("Runtime.evaluate");
        loop.advance(ResponseWatch.PATIENCE);
        assertThat(watch.isSilent("S")).as("it was only asked").isFalse();
        ofBrowser.get(0).complete(null);
        loop.advance(ResponseWatch.PROBE_PATIENCE);
        assertThat(watch.isSilent("S")).isTrue();
        assertThat(changes).isEqualTo(1);
    }

    @Test
    void theAnswerToTheQuestionIsTheEndOfIt() {
        silenceOfThePageWhileTheBrowserAnswersIsUnresponsive();
        ofPage.get(0).complete(null);
        loop.step(() -> watch.onHeard("S"));
        assertThat(watch.isSilent("S")).isFalse();
        assertThat(changes).isEqualTo(2);
    }

    @Test
    void aCommandThatOnlyTakesLongIsNoSilence() {
        CompletableFuture<CdpReply> slow = send("Runtime.evaluate");
        for (int i = 0; i < 5; i++) {
            loop.advance(ResponseWatch.PATIENCE);
            ofBrowser.forEach(f -> f.complete(null));
            ofPage.forEach(f -> f.complete(null));
            loop.step(() -> watch.onHeard("S"));
            loop.advance(ResponseWatch.PROBE_PATIENCE);
            assertThat(watch.isSilent("S")).isFalse();
        }
        assertThat(ofPage).as("it goes on asking").hasSizeGreaterThan(3);
        loop.step(() -> slow.complete(null));
        loop.advance(ResponseWatch.PATIENCE.multipliedBy(2));
        assertThat(loop.timers()).isZero();
    }

    @Test
    void aBrowserThatDoesNotAnswerEitherIsNotThePagesFault() {
        send("Runtime.evaluate");
        loop.advance(ResponseWatch.PATIENCE);
        loop.advance(ResponseWatch.PROBE_PATIENCE);
        assertThat(watch.isSilent("S")).isFalse();
    }

    @Test
    void aNavigationThatWaitsForItsServerIsNoSilence() {
        send("Page.navigate");
        loop.advance(ResponseWatch.PATIENCE.multipliedBy(2));
        assertThat(ofPage).isEmpty();
        assertThat(loop.timers()).isZero();
    }

    @Test
    void anOpenDialogExcusesSilence() {
        dialogOpen = true;
        send("Runtime.evaluate");
        loop.advance(ResponseWatch.PATIENCE.multipliedBy(3));
        assertThat(ofPage).isEmpty();
        dialogOpen = false;
        loop.advance(ResponseWatch.PATIENCE.multipliedBy(2));
        assertThat(ofPage).hasSize(1);
    }

    @Test
    void aCommandThatWasGivenUpStillTellsThatThePageIsSilent() {
        CompletableFuture<CdpReply> given = send("Runtime.evaluate");
        loop.step(() -> given.cancel(false));
        loop.advance(ResponseWatch.PATIENCE);
        assertThat(ofPage).hasSize(1);
    }

    @Test
    void whatIsForgottenIsNotAsked() {
        send("Runtime.evaluate");
        loop.step(() -> watch.forget("S"));
        loop.advance(ResponseWatch.PATIENCE);
        assertThat(ofPage).isEmpty();
        assertThat(loop.timers()).isZero();
    }

    private CompletableFuture<CdpReply> send(String method) {
        CompletableFuture<CdpReply> reply = new CompletableFuture<>();
        loop.step(() -> watch.onSent("S", method, reply));
        return reply;
    }
}
