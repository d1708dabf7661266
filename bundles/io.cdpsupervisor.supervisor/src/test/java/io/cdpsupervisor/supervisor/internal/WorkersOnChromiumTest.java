package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.SessionInfo;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workers: they are attached waiting, like frames, and run all the same. */
class WorkersOnChromiumTest {

    private static final Map<String, String> SCRIPT = Map.of("Content-Type", "text/javascript");

    private static Chromium chromium;
    private static TestSite site;

    private TestPage page;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
        site = TestSite.start();
        site.page("/quiet", "<title>quiet</title>");
        site.page("/cross", "<iframe src='" + site.b("/quiet") + "'></iframe>");
        site.page("/echo.js", SCRIPT, "onmessage = e => postMessage('echo ' + e.data)");
        site.page(
                "/nested.js",
                SCRIPT,
                "const w = new Worker('/echo.js');"
                        + " w.onmessage = e => postMessage('nested ' + e.data); onmessage = e => w.postMessage(e.data)");
        site.page(
                "/shared.js",
                SCRIPT,
                "onconnect = c => { const p = c.ports[0]; p.onmessage = e => p.postMessage('shared ' + e.data) }");
        site.page("/service.js", SCRIPT, "onmessage = e => e.source.postMessage('service ' + e.data)");
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
    void workersOfEveryKindRunAsIfNobodyWatched() {
        page.open(site.a("/quiet"));
        assertThat(page.evaluate(asked("new Worker('/echo.js')"))).isEqualTo("echo hello");
        assertThat(page.evaluate(asked("new Worker('/nested.js')"))).isEqualTo("nested echo hello");
        assertThat(page.evaluate(asked("new SharedWorker('/shared.js').port"))).isEqualTo("shared hello");
        assertThat(page.evaluate("navigator.serviceWorker.register('/service.js')"
                        + ".then(() => navigator.serviceWorker.ready).then(r => new Promise(done => {"
                        + " navigator.serviceWorker.onmessage = e => done(e.data); r.active.postMessage('hello') }))"))
                .isEqualTo("service hello");
        assertThat(page.now().sessions()).extracting(SessionInfo::type).contains("page", "worker", "service_worker");
        page.open(site.a("/quiet?again"));
        assertThat(page.evaluate("document.title + ' ' + (navigator.serviceWorker.controller !== null)"))
                .as("the page under its service worker")
                .isEqualTo("quiet true");
    }

    @Test
    void workersOfACrossOriginFrameRunToo() {
        page.open(site.a("/cross"));
        FrameInfo frame = page.oopif(site.b("/quiet"));
        assertThat(page.evaluate(CdpRoute.frame(frame.frameId()), asked("new Worker('/echo.js')")))
                .isEqualTo("echo hello");
    }

    private static String asked(String worker) {
        return "new Promise(done => { window.w = " + worker
                + "; w.onmessage = e => done(e.data); w.postMessage('hello') })";
    }
}
