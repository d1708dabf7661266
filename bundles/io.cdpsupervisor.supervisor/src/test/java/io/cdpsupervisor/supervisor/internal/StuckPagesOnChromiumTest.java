package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.TestPage.fails;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.PageInfo;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages that no answer can free any more: they are named as what they are, together with the way out. */
class StuckPagesOnChromiumTest {

    private static final DialogAnswer ACCEPT = new DialogAnswer(true, Optional.empty(), Optional.empty());

    private static Chromium chromium;
    private static TestSite site;

    private TestPage page;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
        site = TestSite.start();
        site.page("/quiet", "<title>quiet</title><p>quiet</p>");
        site.page("/in", "<p>inner</p>");
        site.page("/cross", "<iframe src='" + site.b("/in") + "'></iframe>");
    }

    @AfterAll
    static void stopBrowser() {
        site.close();
        chromium.close();
    }

    @BeforeEach
    void start() {
        page = TestPage.on(chromium);
    }

    @AfterEach
    void stop() {
        page.close();
    }

    @Test
    void aSecondDialogOfTheTabCannotBeAnsweredAndSaysSo() {
        page.open(site.a("/cross"));
        FrameInfo frame = page.oopif(site.b("/in"));
        page.later("confirm('first')");
        PendingDialog first = page.pending("first");
        page.later(CdpRoute.frame(frame.frameId()), "confirm('second')");
        page.pending("second");

        assertThat(page.closed(first).closedBy()).isEqualTo(ClosedBy.REMOTE);
        PendingDialog second = page.await(
                        "the verdict", s -> s.pending().stream().noneMatch(PendingDialog::answerable))
                .pending()
                .get(0);
        assertThat(second.message()).isEqualTo("second");
        fails(
                ErrorCode.BLOCKED_BY_DIALOG,
                "force:true",
                () -> page.supervisor().respondToDialog(ACCEPT, TestPage.LONG));

        page.open(site.a("/quiet"));
        SupervisorSnapshot free = page.await("the end", s -> s.pending().isEmpty());
        assertThat(free.page().state()).isEqualTo(PageState.OK);
        assertThat(page.closed(second).closedBy()).isEqualTo(ClosedBy.REMOTE);
        assertThat(page.evaluate("document.title")).isEqualTo("quiet");
    }

    @Test
    void aDialogThatSurvivesALostConnectionBlocksThePageUntilItIsLeft() {
        page.open(site.a("/cross"));
        page.later("confirm('survivor')");
        PendingDialog dialog = page.pending("survivor");

        page.supervisor().connection().closeSocket();
        SupervisorSnapshot back = page.await(
                "the connection is back",
                s -> s.page().state() == PageState.BLOCKED_BY_DIALOG
                        && s.pending().isEmpty());

        assertThat(page.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
        assertThat(back.state()).isEqualTo(SupervisorState.ATTACHED);
        assertThat(back.page().blockedBy()).hasValueSatisfying(d -> {
            assertThat(d.id()).isEqualTo(dialog.id());
            assertThat(d.answerable()).isFalse();
        });
        fails(
                ErrorCode.BLOCKED_BY_DIALOG,
                "force:true",
                () -> page.supervisor().respondToDialog(ACCEPT, TestPage.LONG));

        page.open(site.a("/quiet"));
        SupervisorSnapshot free = page.await("a free page", s -> s.page().state() == PageState.OK);
        assertThat(free.page().blockedBy()).isEmpty();
        assertThat(free.frames())
                .singleElement()
                .satisfies(f -> assertThat(f.url()).isEqualTo(site.a("/quiet")));
        page.later("confirm('next')");
        page.accept(page.pending("next"));
    }

    @Test
    void aPageInAnEndlessLoopIsUnresponsiveUntilItsScriptIsEnded() {
        page.open(site.a("/quiet"));
        page.later("while (true) {}");
        page.evaluating(CdpRoute.PAGE, "1");
        page.await("silence", s -> s.page().state() == PageState.UNRESPONSIVE);
        fails(ErrorCode.PAGE_UNRESPONSIVE, "Runtime.terminateExecution", () -> page.evaluate("2"));

        page.call("Runtime.terminateExecution", Map.of());
        page.await("an answer", s -> s.page().state() == PageState.OK);
        assertThat(page.evaluate("3")).isEqualTo(3L);
    }

    @Test
    void theBrowserSurvivesAFrameOfAPopupThatIsRemovedUnderItsDialog() {
        page.open(site.a("/quiet"));
        PageInfo.Popup popup = page.popup(site.a("/cross"));
        String frame = page
                .await(
                        "the popup's frame",
                        s -> s.page().popups().get(0).frames().stream().anyMatch(FrameInfo::oopif))
                .page()
                .popups()
                .get(0)
                .frames()
                .stream()
                .filter(FrameInfo::oopif)
                .findFirst()
                .orElseThrow()
                .frameId();
        page.later(CdpRoute.frame(frame), "confirm('in the frame')");
        page.pending("in the frame");

        page.evaluating(CdpRoute.session(popup.sessionId()), "document.querySelector('iframe').remove()");
        page.await("no popup", s -> s.page().popups().isEmpty());

        assertThat(page.evaluate("1 + 1")).isEqualTo(2L);
        page.open(site.a("/cross"));
        page.oopif(site.b("/in"));
    }

    @Test
    void thePageOfAnotherTaskIsInUse() {
        Supervisors both = TestPage.supervisors();
        try (TestPage mine = new TestPage(both, "mine", TestPage.spec(chromium, true))) {
            TestPage other = new TestPage(both, "other", TestPage.spec(chromium, true));
            CdpRoute route = CdpRoute.target(mine.target());
            fails(ErrorCode.TARGET_IN_USE, "task mine", () -> other.evaluate(route, "1"));
            Map<String, Object> target = Map.of("targetId", mine.target());
            fails(
                    ErrorCode.TARGET_IN_USE,
                    "task mine",
                    () -> other.send(CdpRoute.BROWSER, "Target.closeTarget", target)
                            .join());
            assertThat(mine.evaluate("1 + 1")).isEqualTo(2L);
        }
    }
}
