package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.TestPage.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.cdp.CallOptions;
import io.cdpsupervisor.api.cdp.CapturedCdp;
import io.cdpsupervisor.api.cdp.CapturedCdpInvalidException;
import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plug-ins that hold a task's connection. */
class CapturesOnChromiumTest {

    private static Chromium chromium;
    private static TestSite site;

    private final ExecutorService plugIns = Executors.newFixedThreadPool(2);
    private TestPage page;
    private CapturedCdp captured;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
        site = TestSite.start();
        site.page("/quiet", "<title>quiet</title>");
        site.page("/next", "<title>next</title>");
    }

    @AfterAll
    static void stopBrowser() {
        site.close();
        chromium.close();
    }

    @BeforeEach
    void capture() {
        page = TestPage.on(chromium).open(site.a("/quiet"));
        captured = new Captures("vendor").capture(page.supervisor(), LONG);
    }

    @AfterEach
    void leave() {
        plugIns.shutdown();
        page.close();
    }

    @Test
    void thePageAndTheBrowserAreBothReached() {
        assertThat(evaluated(captured, "document.title")).isEqualTo("quiet");
        assertThat(captured.call("Target.getTargets", Map.of(), CallOptions.browser(LONG))
                        .json())
                .contains(page.target());
    }

    @Test
    void anErrorAndATimeoutLeaveItValid() {
        CallOptions session = CallOptions.session(captured.pageSessionId(), LONG);
        assertThatThrownBy(() -> captured.call("Page.noSuchThing", Map.of(), session))
                .isInstanceOf(CdpErrorException.class)
                .hasMessageContaining("Page.noSuchThing");
        CallOptions hasty = CallOptions.session(captured.pageSessionId(), Duration.ofMillis(100));
        assertThatThrownBy(() -> captured.call("Runtime.evaluate", never(), hasty))
                .isInstanceOfSatisfying(
                        CdpTimeoutException.class, e -> assertThat(e.sent()).isTrue());
        assertThat(captured.isValid()).isTrue();
        assertThat(evaluated(captured, "document.title")).isEqualTo("quiet");
    }

    @Test
    void itNeverFollowsToANewConnection() throws Exception {
        Future<CdpReply> waiting = plugIns.submit(
                () -> captured.call("Runtime.evaluate", never(), CallOptions.session(captured.pageSessionId(), LONG)));
        Await.until("the command arrived", () -> Long.valueOf(1).equals(page.evaluate("window.asked")));
        String before = page.now().page().sessionId();
        page.supervisor().connection().closeSocket();
        assertThatThrownBy(() -> waiting.get(LONG.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(CapturedCdpInvalidException.class);
        page.await(
                "attached again",
                s -> s.state() == SupervisorState.ATTACHED
                        && !s.page().sessionId().equals(before));
        assertThat(captured.isValid()).isFalse();
        assertThatThrownBy(() -> captured.call("Target.getTargets", Map.of(), CallOptions.browser(LONG)))
                .isInstanceOf(CapturedCdpInvalidException.class);
        CapturedCdp fresh = new Captures("vendor").capture(page.supervisor(), LONG);
        assertThat(evaluated(fresh, "document.title")).isEqualTo("quiet");
    }

    @Test
    void whatItTurnsOnIsOverWhenItIsClosed() {
        captured.call(
                "Emulation.setUserAgentOverride",
                Map.of("userAgent", "vendor's"),
                CallOptions.session(captured.pageSessionId(), LONG));
        page.open(site.a("/next"));
        assertThat(page.evaluate("navigator.userAgent")).isEqualTo("vendor's");
        captured.close();
        Await.until(
                "the browser's own name",
                () -> !page.open(site.a("/next"))
                        .evaluate("navigator.userAgent")
                        .equals("vendor's"));
        assertThat(captured.isValid()).isFalse();
    }

    @Test
    void twoPlugInsAtOnceEachGetTheirOwnReplies() throws Exception {
        CapturedCdp second = new Captures("other vendor").capture(page.supervisor(), LONG);
        assertThat(second.pageSessionId()).isNotEqualTo(captured.pageSessionId());
        List<Future<List<Object>>> answers = new ArrayList<>();
        for (CapturedCdp own : List.of(captured, second)) {
            answers.add(plugIns.submit(() -> hundred(own)));
        }
        List<Object> expected = new ArrayList<>();
        for (long i = 0; i < 100; i++) {
            expected.add(i);
        }
        for (Future<List<Object>> answer : answers) {
            assertThat(answer.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(expected);
        }
    }

    private static List<Object> hundred(CapturedCdp own) {
        evaluated(own, "window.count = window.count || {}; count['" + own.pageSessionId() + "'] = 0");
        List<Object> counted = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            counted.add(evaluated(own, "count['" + own.pageSessionId() + "']++"));
        }
        return counted;
    }

    private static Object evaluated(CapturedCdp captured, String expression) {
        CdpReply reply = captured.call(
                "Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true),
                CallOptions.session(captured.pageSessionId(), LONG));
        return Params.object(reply.result(), "result").get("value");
    }

    private static Map<String, Object> never() {
        return Map.of("expression", "window.asked = 1; new Promise(() => {})", "awaitPromise", true);
    }
}
