package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.TestPage.fails;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.SessionInfo;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Targets that come, go and crash, and what becomes of their sessions and of the calls on them. */
class SessionsOnChromiumTest {

    private static Chromium chromium;
    private static TestSite site;

    private TestPage page;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
        site = TestSite.start();
        site.page("/quiet", "<title>quiet</title>");
        site.page("/in", "<title>in</title>");
        site.page("/cross", "<iframe src='" + site.b("/in") + "'></iframe>");
        site.page(
                "/churn",
                "<script>const echo = new Blob(['postMessage(1)']); window.rounds = 0; setInterval(() => {"
                        + " const f = document.createElement('iframe'); f.src = '" + site.b("/in") + "?' + rounds++;"
                        + " document.body.append(f); const w = new Worker(URL.createObjectURL(echo));"
                        + " setTimeout(() => { f.remove(); w.terminate() }, 40) }, 50)</script><body>");
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
    void aFrameThatGoesTakesItsSessionAndItsCallsWithItEveryTime() {
        page.open(site.a("/quiet"));
        for (int round = 0; round < 20; round++) {
            String url = site.b("/in?" + round);
            page.evaluate(
                    "window.f = document.createElement('iframe'); f.src = '" + url + "'; document.body.append(f)");
            FrameInfo frame = page.oopif(url);
            TaskCdp.PendingReply waiting = page.evaluating(CdpRoute.frame(frame.frameId()), "new Promise(() => {})");
            page.evaluate("f.remove()");
            fails(ErrorCode.SESSION_GONE, "browser_snapshot", waiting::join);
            page.await(
                    "the page alone",
                    s -> s.frames().size() == 1 && s.sessions().size() == 1);
            fails(ErrorCode.FRAME_NOT_FOUND, "", () -> page.evaluate(CdpRoute.frame(frame.frameId()), "1"));
            String session = frame.sessionId().orElseThrow();
            fails(ErrorCode.SESSION_GONE, "", () -> page.evaluate(CdpRoute.session(session), "1"));
        }
    }

    @Test
    void manyCallsOnAFrameOrATargetShareOneSession() {
        page.open(site.a("/cross"));
        FrameInfo frame = page.oopif(site.b("/in"));
        try (OtherClient other = new OtherClient(chromium)) {
            CdpRoute tab = CdpRoute.target(other.tab(site.a("/in")));
            page.evaluate(tab, "1");
            List<SessionInfo> first = page.now().sessions();
            for (int i = 0; i < 40; i++) {
                assertThat(page.send(tab, "Runtime.evaluate", Map.of("expression", "1"))
                                .join()
                                .sessionId())
                        .contains(first.get(first.size() - 1).sessionId());
                assertThat(page.send(CdpRoute.frame(frame.frameId()), "Runtime.evaluate", Map.of("expression", "1"))
                                .join()
                                .sessionId())
                        .isEqualTo(frame.sessionId());
            }
            assertThat(page.now().sessions()).isEqualTo(first);
        }
    }

    @Test
    void anIdThatNothingHasRunsNothing() {
        page.open(site.a("/quiet"));
        String nobody = "0".repeat(32);
        fails(ErrorCode.FRAME_NOT_FOUND, nobody, () -> page.evaluate(CdpRoute.frame(nobody), "window.hit = 1"));
        fails(ErrorCode.TAB_GONE, nobody, () -> page.evaluate(CdpRoute.target(nobody), "window.hit = 1"));
        fails(ErrorCode.SESSION_GONE, nobody, () -> page.evaluate(CdpRoute.session(nobody), "window.hit = 1"));
        assertThat(page.evaluate("typeof hit")).isEqualTo("undefined");
    }

    @Test
    void framesAndWorkersThatLiveForMillisecondsAreNoNews() {
        List<LogRecord> news = new CopyOnWriteArrayList<>();
        Handler handler = recording(news);
        Logger ours = Logger.getLogger("io.cdpsupervisor");
        ours.addHandler(handler);
        try {
            page.open(site.a("/churn"));
            page.evaluate(
                    "new Promise(done => { const look = () => rounds > 30 ? done(0) : setTimeout(look, 20); look() })");
            page.open(site.a("/quiet"));
            page.await(
                    "the page alone",
                    s -> s.frames().size() == 1 && s.sessions().size() == 1);
        } finally {
            ours.removeHandler(handler);
        }
        assertThat(news).isEmpty();
        assertThat(page.evaluate("1 + 1")).isEqualTo(2L);
    }

    @Test
    void aCrashFailsWhatWaitsAndEitherANavigationOrAReloadUndoesIt() {
        page.open(site.a("/quiet"));
        crash();
        page.open(site.a("/in"));
        assertThat(page.now().page().state()).isEqualTo(PageState.OK);
        assertThat(page.evaluate("document.title")).isEqualTo("in");

        crash();
        page.call("Page.reload", Map.of());
        page.await(
                "the page again",
                s -> s.page().state() == PageState.OK && s.page().loaded());
        assertThat(page.evaluate("document.title")).isEqualTo("in");
    }

    @Test
    void aCrossOriginFrameThatCrashesLeavesThePageAndCanBeLoadedAgain() {
        page.open(site.a("/cross"));
        FrameInfo frame = page.oopif(site.b("/in"));
        TaskCdp.PendingReply waiting = page.evaluating(CdpRoute.frame(frame.frameId()), "new Promise(() => {})");
        TaskCdp.PendingReply crash = page.send(CdpRoute.frame(frame.frameId()), "Page.crash", Map.of());
        fails(ErrorCode.TARGET_CRASHED, "", waiting::join);
        fails(ErrorCode.TARGET_CRASHED, "", crash::join);
        assertThat(page.now().page().state()).isEqualTo(PageState.OK);
        assertThat(page.evaluate("1 + 1")).isEqualTo(2L);

        page.evaluate("document.querySelector('iframe').src = '" + site.b("/in?again") + "'; 0");
        FrameInfo again = page.oopif(site.b("/in?again"));
        assertThat(page.evaluate(CdpRoute.frame(again.frameId()), "location.search"))
                .isEqualTo("?again");
    }

    private void crash() {
        TaskCdp.PendingReply waiting = page.evaluating(CdpRoute.PAGE, "new Promise(() => {})");
        TaskCdp.PendingReply crash = page.send(CdpRoute.PAGE, "Page.crash", Map.of());
        fails(ErrorCode.TARGET_CRASHED, "browser_navigate", waiting::join);
        fails(ErrorCode.TARGET_CRASHED, "browser_navigate", crash::join);
        page.await("crashed", s -> s.page().state() == PageState.CRASHED);
        fails(ErrorCode.TARGET_CRASHED, "browser_navigate", () -> page.evaluate("1"));
    }

    private static Handler recording(List<LogRecord> records) {
        return new Handler() {
            @Override
            public void publish(LogRecord logged) {
                if (logged.getLevel().intValue() >= Level.INFO.intValue()) {
                    records.add(logged);
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
