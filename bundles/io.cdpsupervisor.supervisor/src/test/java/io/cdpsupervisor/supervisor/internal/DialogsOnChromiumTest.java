package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.TestPage.LONG;
import static io.cdpsupervisor.supervisor.internal.TestPage.fails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.dialog.DialogType;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who answers a dialog, when, and what the page gets. */
class DialogsOnChromiumTest {

    private static Chromium chromium;
    private static TestSite site;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
        site = TestSite.start();
        site.page("/quiet", "<title>quiet</title>");
        site.page(
                "/unsaved",
                "<input><script>onbeforeunload = e => { e.preventDefault(); e.returnValue = 'x' }</script>");
    }

    @AfterAll
    static void stopBrowser() {
        site.close();
        chromium.close();
    }

    @Test
    void neitherTheStateNorAnAnswerWaitsBehindAnotherCall() {
        try (TestPage page = quiet()) {
            TaskCdp.PendingReply slow = page.evaluating(CdpRoute.PAGE, "new Promise(done => { window.finish = done })");
            fails(ErrorCode.NO_DIALOG, "", () -> page.supervisor().respondToDialog(yes(), LONG));
            page.later("window.got = confirm('save?')");
            page.accept(page.pending());
            assertThat(page.evaluate("window.got")).isEqualTo(true);
            page.evaluate("window.finish('late'); 0");
            assertThat(slow.join().json()).contains("late");
        }
    }

    @Test
    void theAnswerToNothingNamesWhatWasThere() {
        try (TestPage page = quiet()) {
            fails(ErrorCode.NO_DIALOG, "none", () -> page.supervisor().respondToDialog(yes(), LONG));
            page.later("alert('one')");
            PendingDialog one = page.pending();
            page.accept(one);
            fails(
                    ErrorCode.NO_DIALOG,
                    one.id() + " (closed by agent)",
                    () -> page.supervisor().respondToDialog(yes(), LONG));
            fails(ErrorCode.DIALOG_ALREADY_CLOSED, "agent", () -> page.accept(one));
            assertThat(page.evaluate("1 + 1")).isEqualTo(2L);
        }
    }

    @Test
    void anUnknownIdNamesTheKnownOnesAndAnswersNothing() {
        try (TestPage page = quiet()) {
            page.later("window.got = confirm('open')");
            PendingDialog open = page.pending();
            DialogAnswer stale = new DialogAnswer(true, Optional.empty(), Optional.of("d-77"));
            fails(ErrorCode.DIALOG_NOT_FOUND, open.id(), () -> page.supervisor().respondToDialog(stale, LONG));
            assertThat(page.now().pending()).containsExactly(open);
            page.dismiss(open);
            assertThat(page.evaluate("window.got")).isEqualTo(false);
        }
    }

    @Test
    void dialogsInALoopAreAnsweredOneByOneByTheirIds() {
        try (TestPage page = quiet()) {
            page.later("window.got = [0, 1, 2, 3].map(i => confirm('c' + i)).join()");
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                PendingDialog dialog = page.pending("c" + i);
                page.answer(dialog, i % 2 == 0, Optional.empty());
                ids.add(dialog.id());
            }
            assertThat(page.evaluate("window.got")).isEqualTo("true,false,true,false");
            assertThat(ids).containsExactly("d-1", "d-2", "d-3", "d-4");
            assertThat(page.now().recent()).extracting(c -> c.dialog().id()).isEqualTo(ids);
        }
    }

    @Test
    void aPromptTakesAnyTextThatUnicodeHas() {
        try (TestPage page = quiet()) {
            page.later("window.got = prompt('Zoë\\n😀?', 'anon')");
            PendingDialog dialog = page.pending();
            assertThat(dialog.message()).isEqualTo("Zoë\n😀?");
            assertThat(dialog.defaultPrompt()).isEqualTo("anon");
            page.answer(dialog, true, Optional.of("名前 😀 \"quoted\" \\ \u0001"));
            assertThat(page.evaluate("window.got")).isEqualTo("名前 😀 \"quoted\" \\ \u0001");
        }
    }

    @Test
    void aDialogThatAnotherClientClosesIsOverAndALateAnswerIsToldSo() {
        try (TestPage page = quiet();
                OtherClient other = new OtherClient(chromium)) {
            Optional<String> session = other.watch(page.target());
            page.later("window.got = confirm('who?')");
            PendingDialog dialog = page.pending();
            other.call(session, "Page.handleJavaScriptDialog", Map.of("accept", true));
            assertThat(page.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
            assertThat(page.now().pending()).isEmpty();
            fails(ErrorCode.DIALOG_ALREADY_CLOSED, "remote", () -> page.accept(dialog));
            assertThat(page.evaluate("window.got")).isEqualTo(true);
        }
    }

    @Test
    void thePolicyDismissesDialogsOfEveryKind() {
        try (TestPage page =
                TestPage.on(chromium, DialogPolicy.AUTO_DISMISS, LONG).open(site.a("/quiet"))) {
            assertThat(page.evaluate("[confirm('c'), prompt('p', 'd'), alert('a')].map(String).join()"))
                    .isEqualTo("false,null,undefined");
            assertThat(page.now().pending()).isEmpty();
            assertThat(page.now().recent())
                    .extracting(c -> c.dialog().type(), c -> c.dialog().message(), c -> c.closedBy())
                    .containsExactly(
                            tuple(DialogType.CONFIRM, "c", ClosedBy.AUTO_POLICY),
                            tuple(DialogType.PROMPT, "p", ClosedBy.AUTO_POLICY),
                            tuple(DialogType.ALERT, "a", ClosedBy.AUTO_POLICY));
        }
    }

    @Test
    void aPageThatAsksBeforeItIsLeftStaysOrGoesAsAnswered() {
        try (TestPage page = TestPage.on(chromium).open(site.a("/unsaved"))) {
            click(page);
            TaskCdp.PendingReply refused = leave(page);
            PendingDialog question = page.pending();
            assertThat(question.type()).isEqualTo(DialogType.BEFOREUNLOAD);
            assertThat(question.message()).isEmpty();
            assertThat(page.dismiss(question).navigation()).contains("refused");
            assertThat(refused.join().result()).containsEntry("errorText", "net::ERR_ABORTED");
            assertThat(page.evaluate("location.href")).isEqualTo(site.a("/unsaved"));

            TaskCdp.PendingReply allowed = leave(page);
            assertThat(page.accept(page.pending()).navigation()).contains("continued");
            assertThat(allowed.join().result()).doesNotContainKey("errorText");
            page.await("the next page", s -> s.page().url().equals(site.a("/quiet")));
        }
    }

    @Test
    void aPageThatNobodyTouchedIsLeftWithoutAQuestion() {
        try (TestPage page = TestPage.on(chromium).open(site.a("/unsaved"))) {
            page.open(site.a("/quiet"));
            assertThat(page.now().recent()).isEmpty();
        }
    }

    private static TestPage quiet() {
        return TestPage.on(chromium).open(site.a("/quiet"));
    }

    private static DialogAnswer yes() {
        return new DialogAnswer(true, Optional.empty(), Optional.empty());
    }

    /** Without it a page is not asked before it is left. */
    private static void click(TestPage page) {
        for (String type : List.of("mousePressed", "mouseReleased")) {
            page.call(
                    "Input.dispatchMouseEvent",
                    Map.of("type", type, "x", 20, "y", 20, "button", "left", "clickCount", 1));
        }
    }

    private static TaskCdp.PendingReply leave(TestPage page) {
        return page.send(CdpRoute.PAGE, "Page.navigate", Map.of("url", site.a("/quiet")));
    }
}
