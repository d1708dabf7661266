package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.PageInfo;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The end of pages. One that is closed takes its frames with it, and Chromium 156 ends with a segmentation fault when a
 * cross-origin frame goes under its open dialog: the browser has to survive every way of closing.
 */
class ClosingOnChromiumTest {

    private final Chromium chromium = Chromium.start();
    private final TestSite site = TestSite.start();
    private TestPage page;

    @BeforeEach
    void open() {
        site.page("/quiet", "<title>quiet</title>");
        site.page("/in", "<title>in</title>");
        site.page("/cross", "<iframe src='" + site.b("/in") + "'></iframe>");
        page = TestPage.on(chromium).open(site.a("/quiet"));
    }

    @AfterEach
    void close() {
        page.close();
        site.close();
        chromium.close();
    }

    @Test
    void theTabIsClosedUnderTheDialogOfACrossOriginFrame() {
        openDialogInFrame();
        page.send(CdpRoute.BROWSER, "Target.closeTarget", Map.of("targetId", page.target()))
                .join();
        page.await("the end of the tab", s -> s.page().gone());
        theBrowserServes();
    }

    @Test
    void thePageClosesItselfUnderTheDialogOfACrossOriginFrame() {
        openDialogInFrame();
        page.send(CdpRoute.PAGE, "Page.close", Map.of());
        page.await("the end of the tab", s -> s.page().gone());
        theBrowserServes();
    }

    @Test
    void aPopupIsClosedUnderTheDialogOfItsCrossOriginFrame() {
        PageInfo.Popup popup = page.popup(site.a("/cross"));
        FrameInfo frame = page
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
                .orElseThrow();
        page.later(CdpRoute.frame(frame.frameId()), "confirm('last words')");
        page.pending();
        page.send(CdpRoute.BROWSER, "Target.closeTarget", Map.of("targetId", popup.targetId()))
                .join();
        page.await("the end of the popup", s -> s.page().popups().isEmpty());
        assertThat(page.evaluate("1 + 1")).isEqualTo(2L);
    }

    @Test
    void thePageIsLeftUnderTheDialogOfACrossOriginFrame() {
        openDialogInFrame();
        page.open(site.a("/quiet"));
        assertThat(page.evaluate("document.title")).isEqualTo("quiet");
    }

    @Test
    void weLeaveUnderTheDialogOfACrossOriginFrame() {
        openDialogInFrame();
        page.close();
        theBrowserServes();
    }

    @Test
    void weLeaveUnderADialogOfACrossOriginFrameThatTakesNoAnswer() {
        page.open(site.a("/cross"));
        FrameInfo frame = page.oopif(site.b("/in"));
        page.later("confirm('first')");
        page.pending("first");
        page.later(CdpRoute.frame(frame.frameId()), "confirm('second')");
        page.await("the verdict", s -> s.pending().stream().anyMatch(d -> !d.answerable()));
        page.close();
        theBrowserServes();
    }

    @Test
    void weLeaveUnderADialogOfACrossOriginFrameThatSurvivedADrop() {
        openDialogInFrame();
        page.supervisor().connection().closeSocket();
        page.await("the drop", s -> s.pending().isEmpty());
        page.await("the page again", s -> s.page().state() == PageState.BLOCKED_BY_DIALOG);
        page.close();
        theBrowserServes();
    }

    @Test
    void thePageIsLeftUnderADialogOfACrossOriginFrameThatSurvivedADrop() {
        openDialogInFrame();
        page.supervisor().connection().closeSocket();
        page.await("the drop", s -> s.pending().isEmpty());
        page.await("the dialog that nobody can answer", s -> s.page().state() == PageState.BLOCKED_BY_DIALOG);
        page.open(site.a("/quiet"));
        assertThat(page.evaluate("document.title")).isEqualTo("quiet");
        assertThat(page.now().page().state()).isEqualTo(PageState.OK);
    }

    @Test
    void theFrameIsRemovedUnderItsDialogThatSurvivedADrop() {
        openDialogInFrame();
        page.supervisor().connection().closeSocket();
        page.await("the drop", s -> s.pending().isEmpty());
        page.await("the dialog that nobody can answer", s -> s.page().state() == PageState.BLOCKED_BY_DIALOG);
        page.evaluating(CdpRoute.PAGE, "document.querySelector('iframe').remove()");
        page.await("the page is given up", s -> s.page().gone());
        theBrowserServes();
    }

    @Test
    void whoeverIsToldOfACrashFindsItInTheState() {
        for (int round = 0; round < 5; round++) {
            TaskCdp.PendingReply waiting = page.evaluating(CdpRoute.PAGE, "new Promise(() => {})");
            page.send(CdpRoute.PAGE, "Page.crash", Map.of());
            TestPage.fails(ErrorCode.TARGET_CRASHED, "", waiting::join);
            assertThat(page.now().page().state()).isEqualTo(PageState.CRASHED);
            page.open(site.a("/quiet"));
        }
    }

    @Test
    void whoeverIsToldThatThePageIsGoneFindsItInTheState() {
        TaskCdp.PendingReply waiting = page.evaluating(CdpRoute.PAGE, "new Promise(() => {})");
        try (OtherClient other = new OtherClient(chromium)) {
            other.call(Optional.empty(), "Target.closeTarget", Map.of("targetId", page.target()));
        }
        TestPage.fails(ErrorCode.TAB_GONE, "", waiting::join);
        assertThat(page.now().page().gone()).isTrue();
    }

    @Test
    void whoeverHasAnsweredFindsTheDialogAmongTheRecentOnes() {
        for (int round = 0; round < 10; round++) {
            page.later("alert('x')");
            PendingDialog dialog = page.pending();
            page.accept(dialog);
            assertThat(page.now().pending()).isEmpty();
            assertThat(page.now().recent())
                    .last()
                    .satisfies(c -> assertThat(c.dialog()).isEqualTo(dialog));
        }
    }

    private void openDialogInFrame() {
        page.open(site.a("/cross"));
        page.later(CdpRoute.frame(page.oopif(site.b("/in")).frameId()), "confirm('last words')");
        page.pending();
    }

    private void theBrowserServes() {
        try (TestPage next = TestPage.on(chromium)) {
            next.open(site.a("/quiet"));
            assertThat(next.evaluate("document.title")).isEqualTo("quiet");
        }
        assertThat(chromium.isAlive()).isTrue();
    }
}
