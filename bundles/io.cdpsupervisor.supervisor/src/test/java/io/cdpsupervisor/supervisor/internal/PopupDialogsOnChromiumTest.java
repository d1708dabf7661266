package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.TestPage.LONG;
import static io.cdpsupervisor.supervisor.internal.TestPage.fails;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.PageInfo;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dialogs of the windows that the task's page has opened. */
class PopupDialogsOnChromiumTest {

    private static Chromium chromium;
    private static TestSite site;

    private TestPage page;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
        site = TestSite.start();
        site.page("/quiet", "<title>quiet</title>");
        site.page("/next", "<title>next</title>");
        site.page("/asks", "<script>onmessage = e => { parent.postMessage(String(confirm(e.data)), '*') }</script>");
        site.page(
                "/cross",
                "<script>onmessage = e => { window.got = e.data }</script><iframe src='" + site.b("/asks")
                        + "'></iframe>");
    }

    @AfterAll
    static void stopBrowser() {
        site.close();
        chromium.close();
    }

    @BeforeEach
    void attach() {
        page = TestPage.on(chromium).open(site.a("/quiet"));
    }

    @AfterEach
    void leave() {
        page.close();
    }

    @Test
    void aDialogOfAPopupFreezesItsOpenerToo() {
        PageInfo.Popup popup = page.popup(site.a("/next"));
        page.later(CdpRoute.session(popup.sessionId()), "opener.got = String(confirm('popup'))");
        PendingDialog dialog = page.pending();
        assertThat(dialog.sessionId()).isEqualTo(popup.sessionId());
        assertThat(dialog.frameId()).isEqualTo(popup.targetId());
        page.accept(dialog);
        heard(CdpRoute.PAGE, "true");
    }

    @Test
    void aCrossOriginFrameOfAPopup() {
        PageInfo.Popup popup = page.popup(site.a("/cross"));
        PendingDialog dialog = askedInFrame(popup.sessionId(), "in a popup");
        assertThat(dialog.sessionId()).isEqualTo(popup.sessionId());
        assertThat(dialog.frameId()).isNotEqualTo(popup.targetId());
        page.accept(dialog);
        heard(CdpRoute.session(popup.sessionId()), "true");
        assertThat(page.now().pending()).isEmpty();
    }

    @Test
    void aCrossOriginFrameOfAPopupThatIsClosed() {
        PageInfo.Popup popup = page.popup(site.a("/cross"));
        PendingDialog dialog = askedInFrame(popup.sessionId(), "last words");
        page.send(CdpRoute.BROWSER, "Target.closeTarget", Map.of("targetId", popup.targetId()))
                .join();
        assertThat(page.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
        page.await("no popup", s -> s.page().popups().isEmpty());
        assertThat(page.evaluate("1 + 1")).isEqualTo(2L);
    }

    @Test
    void dialogsOfThePageAndItsPopupAreOpenAtOnceAndEachIsAnsweredByItsId() {
        page.open(site.a("/cross"));
        page.oopif(site.b("/asks"));
        PageInfo.Popup popup = page.popup(site.a("/next"));
        PendingDialog ofPage = askedInFrame(page.now().page().sessionId(), "in the page");
        page.later(CdpRoute.session(popup.sessionId()), "window.got = String(confirm('in the popup'))");
        PendingDialog ofPopup = page.pending("in the popup");
        DialogAnswer toAny = new DialogAnswer(true, Optional.empty(), Optional.empty());
        fails(ErrorCode.DIALOG_AMBIGUOUS, ofPage.id(), () -> page.supervisor().respondToDialog(toAny, LONG));
        page.dismiss(ofPopup);
        page.accept(ofPage);
        heard(CdpRoute.session(popup.sessionId()), "false");
        heard(CdpRoute.PAGE, "true");
    }

    @Test
    void aPopupThatIsClosedUnderItsDialogLeavesThePage() {
        PageInfo.Popup popup = page.popup(site.a("/next"));
        page.later(CdpRoute.session(popup.sessionId()), "confirm('last words')");
        PendingDialog dialog = page.pending();
        try (OtherClient other = new OtherClient(chromium)) {
            other.call(Optional.empty(), "Target.closeTarget", Map.of("targetId", popup.targetId()));
        }
        assertThat(page.closed(dialog).closedBy()).isEqualTo(ClosedBy.REMOTE);
        page.await("no popup", s -> s.page().popups().isEmpty());
        assertThat(page.now().page().gone()).isFalse();
        assertThat(page.evaluate("1 + 1")).isEqualTo(2L);
    }

    private PendingDialog askedInFrame(String session, String question) {
        page.evaluate(CdpRoute.session(session), "frames[0].postMessage('" + question + "', '*'); 0");
        return page.pending(question);
    }

    private void heard(CdpRoute route, String answer) {
        assertThat(page.evaluate(
                        route,
                        "new Promise(done => { const look = () => window.got ? done(window.got) :"
                                + " setTimeout(look, 5); look() })"))
                .isEqualTo(answer);
    }
}
