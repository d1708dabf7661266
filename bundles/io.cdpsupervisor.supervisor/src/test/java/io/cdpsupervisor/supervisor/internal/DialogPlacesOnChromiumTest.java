package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.TestPage.fails;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where a dialog can open, and what can become of that place while it is open. */
class DialogPlacesOnChromiumTest {

    /** Asks what it is told to ask and reports the answer. */
    private static final String ASKS =
            "<script>onmessage = e => { parent.postMessage(String(confirm(e.data)), '*') }</script>";

    /** Hears what its frames report. */
    private static final String HEARS = "<script>onmessage = e => { window.got = e.data }</script>";

    private static Chromium chromium;
    private static TestSite site;

    private TestPage page;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
        site = TestSite.start();
        site.page("/quiet", "<title>quiet</title>");
        site.page("/next", "<title>next</title>");
        site.page("/asks", ASKS);
        site.page(
                "/passes",
                "<script>onmessage = e => { (e.source === parent ? frames[0] : parent).postMessage(e.data, '*') }"
                        + "</script><iframe src='" + site.a("/asks") + "'></iframe>");
        site.page("/local", HEARS + "<iframe src='" + site.a("/asks") + "'></iframe>");
        site.page("/cross", HEARS + "<iframe src='" + site.b("/asks") + "'></iframe>");
        site.page("/nested", HEARS + "<iframe src='" + site.b("/passes") + "'></iframe>");
        site.page("/alerts", "<title>alerts</title><script>alert('load')</script><p id=end>end</p>");
    }

    @AfterAll
    static void stopBrowser() {
        site.close();
        chromium.close();
    }

    @BeforeEach
    void attach() {
        page = TestPage.on(chromium);
    }

    @AfterEach
    void leave() {
        page.close();
    }

    @Test
    void aFrameInThePagesProcess() {
        page.open(site.a("/local"));
        FrameInfo frame = page.frame(f -> f.url().equals(site.a("/asks")));
        assertThat(frame.oopif()).isFalse();
        PendingDialog dialog = askedInFrame("in process");
        assertThat(dialog.frameId()).isEqualTo(frame.frameId());
        assertThat(page.now().page().state()).isEqualTo(PageState.BLOCKED_BY_DIALOG);
        page.accept(dialog);
        heard("true");
    }

    @Test
    void aCrossOriginFrameWhoseParentGoesOnMeanwhile() {
        page.open(site.a("/cross"));
        FrameInfo frame = page.oopif(site.b("/asks"));
        PendingDialog dialog = askedInFrame("one hop");
        assertThat(dialog.frameId()).isEqualTo(frame.frameId());
        assertThat(dialog.sessionId()).isEqualTo(page.now().page().sessionId());
        assertThat(page.evaluate("1 + 1")).isEqualTo(2L);
        page.dismiss(dialog);
        heard("false");
    }

    @Test
    void aCrossOriginFrameWithinACrossOriginFrame() {
        page.open(site.a("/nested"));
        FrameInfo frame = page.oopif(site.a("/asks"));
        PendingDialog dialog = askedInFrame("two hops");
        assertThat(dialog.frameId()).isEqualTo(frame.frameId());
        page.accept(dialog);
        heard("true");
    }

    @Test
    void aPageThatIsStillLoading() {
        String url = site.a("/alerts");
        assertThat(page.call("Page.navigate", Map.of("url", url)).result()).doesNotContainKey("errorText");
        PendingDialog dialog = page.pending();
        assertThat(dialog.message()).isEqualTo("load");
        assertThat(page.now().page().url()).isEqualTo(url);
        assertThat(page.now().page().loaded()).isFalse();
        page.accept(dialog);
        page.await("loaded", s -> s.page().loaded());
        assertThat(page.evaluate("document.getElementById('end').textContent")).isEqualTo("end");
    }

    @Test
    void aPageThatIsOnItsWayToTheNextOne() {
        CountDownLatch answered = new CountDownLatch(1);
        site.page("/slow", "<title>slow</title>").hold("/slow", answered);
        page.open(site.a("/quiet"));
        page.later("location.href = '" + site.b("/slow") + "'; alert('leaving')");
        PendingDialog dialog = page.pending();
        answered.countDown();
        page.await("the next page", s -> s.page().url().equals(site.b("/slow")));
        assertThat(page.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
        assertThat(page.now().pending()).isEmpty();
    }

    @Test
    void aPageThatIsNavigatedAllTheSame() {
        page.open(site.a("/quiet"));
        page.later("confirm('stay?')");
        PendingDialog dialog = page.pending();
        page.open(site.a("/next"));
        assertThat(page.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
        assertThat(page.now().page().state()).isEqualTo(PageState.OK);
        fails(ErrorCode.DIALOG_ALREADY_CLOSED, "remote", () -> page.accept(dialog));
        assertThat(page.evaluate("document.title")).isEqualTo("next");
    }

    @Test
    void aTabThatIsClosedUnderIt() {
        page.open(site.a("/quiet"));
        TaskCdp.PendingReply asking = page.evaluating(CdpRoute.PAGE, "confirm('stay?')");
        PendingDialog dialog = page.pending();
        try (OtherClient other = new OtherClient(chromium)) {
            other.call(Optional.empty(), "Target.closeTarget", Map.of("targetId", page.target()));
        }
        fails(ErrorCode.TAB_GONE, "browser_navigate", asking::join);
        page.await("the end of the page", s -> s.page().gone());
        assertThat(page.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
        fails(ErrorCode.DIALOG_ALREADY_CLOSED, "remote", () -> page.accept(dialog));
    }

    @Test
    void aCrossOriginFrameOfAPageThatIsLeft() {
        page.open(site.a("/cross"));
        page.oopif(site.b("/asks"));
        PendingDialog dialog = askedInFrame("stay?");
        page.open(site.a("/next"));
        assertThat(page.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
        assertThat(page.now().page().state()).isEqualTo(PageState.OK);
        assertThat(page.evaluate("document.title")).isEqualTo("next");
    }

    /** Its process is frozen, so it goes only after the answer. */
    @Test
    void aCrossOriginFrameThatIsSentElsewhere() {
        page.open(site.a("/cross"));
        page.oopif(site.b("/asks"));
        PendingDialog dialog = askedInFrame("stay?");
        page.evaluate("document.querySelector('iframe').src = '" + site.b("/next") + "'; 0");
        page.accept(dialog);
        page.oopif(site.b("/next"));
        assertThat(page.now().pending()).isEmpty();
        assertThat(page.evaluate("1 + 1")).isEqualTo(2L);
    }

    @Test
    void aCrossOriginFrameThatIsSentIntoThePagesProcess() {
        page.open(site.a("/cross"));
        page.oopif(site.b("/asks"));
        PendingDialog dialog = askedInFrame("stay?");
        page.evaluate("document.querySelector('iframe').src = '" + site.a("/next") + "'; 0");
        page.accept(dialog);
        page.frame(f -> !f.oopif() && f.url().equals(site.a("/next")));
        assertThat(page.now().pending()).isEmpty();
        assertThat(page.evaluate("frames[0].location.pathname")).isEqualTo("/next");
    }

    private PendingDialog askedInFrame(String question) {
        page.evaluate("frames[0].postMessage('" + question + "', '*'); 0");
        return page.pending(question);
    }

    private void heard(String answer) {
        assertThat(page.evaluate("new Promise(done => { const look = () => window.got ? done(window.got) :"
                        + " setTimeout(look, 5); look() })"))
                .isEqualTo(answer);
    }
}
