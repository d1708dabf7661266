package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.TestPage.fails;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Processes and connections of a browser that break at a bad moment. */
class TroubleOnChromiumTest {

    private static Chromium chromium;
    private static TestSite site;

    private TestPage page;

    @BeforeAll
    static void startBrowser() {
        // Without a spare one, every renderer is that of a page.
        chromium = Chromium.start("--disable-features=SpareRendererForSitePerProcess");
        site = TestSite.start();
        site.page("/quiet", "<title>quiet</title>");
        site.page("/in", "<title>in</title>");
        site.page("/cross", "<iframe src='" + site.b("/in") + "'></iframe>");
        site.page(
                "/both", "<iframe src='" + site.a("/in") + "'></iframe><iframe src='" + site.b("/in") + "'></iframe>");
    }

    @AfterAll
    static void stopBrowser() {
        site.close();
        chromium.close();
    }

    @BeforeEach
    void open() {
        page = TestPage.on(chromium).open(site.a("/quiet"));
    }

    @AfterEach
    void leave() {
        page.close();
    }

    @Test
    void theBrowserIsKilledUnderADialog() {
        try (Chromium doomed = Chromium.start();
                TestPage last = TestPage.on(doomed).open(site.a("/quiet"))) {
            TaskCdp.PendingReply asking = last.evaluating(CdpRoute.PAGE, "confirm('last words')");
            PendingDialog dialog = last.pending();
            doomed.kill();
            fails(ErrorCode.DISCONNECTED, "lost", asking::join);
            assertThat(last.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
            last.await("disconnected", s -> s.page().state() == PageState.DISCONNECTED);
            assertThat(last.now().pending()).isEmpty();
            fails(ErrorCode.DISCONNECTED, "browser_navigate", () -> last.accept(dialog));
        }
    }

    @Test
    void theBrowserStopsForAWhileAndGoesOn() {
        String session = page.now().page().sessionId();
        TaskCdp.PendingReply waiting =
                page.evaluating(CdpRoute.PAGE, "new Promise(done => setTimeout(() => done('at last'), 300))");
        chromium.signal("STOP", chromium.pid());
        long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        Await.until("three seconds", () -> System.nanoTime() > end);
        assertThat(page.now().state()).isEqualTo(SupervisorState.ATTACHED);
        chromium.signal("CONT", chromium.pid());
        assertThat(waiting.join().json()).contains("at last");
        assertThat(page.now().page().sessionId())
                .as("nothing was dialled again")
                .isEqualTo(session);
    }

    @Test
    void theRendererOfThePageIsKilledUnderItsDialog() {
        TaskCdp.PendingReply asking = page.evaluating(CdpRoute.PAGE, "confirm('last words')");
        PendingDialog dialog = page.pending();
        chromium.renderers().forEach(pid -> chromium.signal("KILL", pid));
        fails(ErrorCode.TARGET_CRASHED, "browser_navigate", asking::join);
        assertThat(page.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
        page.await("crashed", s -> s.page().state() == PageState.CRASHED);
        page.open(site.a("/in"));
        assertThat(page.evaluate("document.title")).isEqualTo("in");
    }

    @Test
    void theRendererOfACrossOriginFrameIsKilledUnderItsDialog() {
        List<Long> before = chromium.renderers();
        page.open(site.a("/cross"));
        CdpRoute frame = CdpRoute.frame(page.oopif(site.b("/in")).frameId());
        List<Long> ofFrame = new ArrayList<>(chromium.renderers());
        ofFrame.removeAll(before);
        assertThat(ofFrame).hasSize(1);
        TaskCdp.PendingReply asking = page.evaluating(frame, "confirm('last words')");
        PendingDialog dialog = page.pending();
        chromium.signal("KILL", ofFrame.get(0));
        fails(ErrorCode.TARGET_CRASHED, "", asking::join);
        assertThat(page.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
        page.await("a free page", s -> s.page().state() == PageState.OK);
        assertThat(page.evaluate("1 + 1")).isEqualTo(2L);
        page.open(site.a("/quiet"));
    }

    @Test
    void aCrossOriginFrameIsRemovedUnderTheDialogOfAFrameInItsProcess() {
        site.page("/mid", "<iframe src='" + site.b("/in") + "'></iframe>");
        site.page("/shared", "<iframe src='" + site.b("/mid") + "'></iframe>");
        page.open(site.a("/shared"));
        FrameInfo inner = page.frame(f -> f.url().equals(site.b("/in")));
        assertThat(inner.oopif()).isFalse();
        page.later(CdpRoute.frame(page.oopif(site.b("/mid")).frameId()), "frames[0].eval(\"confirm('last words')\")");
        PendingDialog dialog = page.pending();
        assertThat(dialog.frameId()).isEqualTo(inner.frameId());
        page.later("document.querySelector('iframe').remove()");
        page.await("the end of the page", s -> s.page().gone());
        assertThat(page.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
        stillServes();
    }

    @Test
    void aFrameBelowACrossOriginFrameIsRemovedUnderItsDialog() {
        site.page("/mid", "<iframe src='" + site.a("/in") + "'></iframe>");
        site.page("/nested", "<iframe src='" + site.b("/mid") + "'></iframe>");
        page.open(site.a("/nested"));
        page.later(CdpRoute.frame(page.oopif(site.a("/in")).frameId()), "confirm('last words')");
        PendingDialog dialog = page.pending();
        page.later(CdpRoute.frame(page.oopif(site.b("/mid")).frameId()), "document.querySelector('iframe').remove()");
        page.await("the end of the page", s -> s.page().gone());
        assertThat(page.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
        fails(ErrorCode.TAB_GONE, "browser_navigate", () -> page.evaluate("1"));
        stillServes();
    }

    @Test
    void aTaskIsStoppedUnderTheDialogOfACrossOriginFrame() {
        page.open(site.a("/cross"));
        page.later(CdpRoute.frame(page.oopif(site.b("/in")).frameId()), "confirm('last words')");
        page.pending();
        String target = page.target();
        page.close();
        try (OtherClient other = new OtherClient(chromium)) {
            assertThat(other.targets()).doesNotContain(target);
        }
        stillServes();
    }

    @Test
    void theConnectionBreaksAndTheSamePageIsWatchedAgainWithAllItsFrames() {
        page.open(site.a("/both"));
        page.await(
                "both frames",
                s -> s.frames().size() == 3
                        && s.frames().stream().noneMatch(f -> f.url().isEmpty())
                        && s.frames().get(2).oopif());
        String target = page.target();
        String session = page.now().page().sessionId();
        page.evaluate("window.mark = 'same'");
        page.supervisor().connection().closeSocket();
        page.await(
                "attached again",
                s -> s.state() == SupervisorState.ATTACHED
                        && !s.page().sessionId().equals(session)
                        && s.frames().size() == 3);
        assertThat(page.target()).isEqualTo(target);
        assertThat(page.evaluate("window.mark")).isEqualTo("same");
        FrameInfo frame = page.oopif(site.b("/in"));
        assertThat(page.evaluate(CdpRoute.frame(frame.frameId()), "document.title"))
                .isEqualTo("in");
        page.later("window.got = confirm('heard?')");
        page.accept(page.pending());
        assertThat(page.evaluate("window.got")).isEqualTo(true);
    }

    private void stillServes() {
        try (TestPage next = TestPage.on(chromium)) {
            next.open(site.a("/quiet"));
            assertThat(next.evaluate("document.title")).isEqualTo("quiet");
        }
    }
}
