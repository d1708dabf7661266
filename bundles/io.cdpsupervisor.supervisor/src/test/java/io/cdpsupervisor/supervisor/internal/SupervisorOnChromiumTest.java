package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CallAbandonedException;
import io.cdpsupervisor.api.cdp.CallOptions;
import io.cdpsupervisor.api.cdp.CapturedCdp;
import io.cdpsupervisor.api.cdp.CapturedCdpInvalidException;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import io.cdpsupervisor.transport.CdpConnectors;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The supervisor in front of the real browser. */
class SupervisorOnChromiumTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private static Chromium chromium;
    private static TestSite site;

    private volatile DialogSettings settings = new DialogSettings(DialogPolicy.MUST_RESPOND, Duration.ofSeconds(300));
    private final Supervisors supervisors = new Supervisors(CdpConnectors.create(), () -> settings);
    private TaskSupervisor supervisor;
    private CallScope page;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
        site = TestSite.start();
        site.page("/quiet", "<title>quiet</title><p>quiet</p><script>var who='top'</script>");
        site.page("/in", "<title>in</title><script>var who='inner'</script><p>inner</p>");
        site.page("/srcdoc", "<iframe name=loc srcdoc=\"<script>var who='child'</script>\"></iframe>");
        site.page("/cross", "<script>var who='top'</script><iframe src='" + site.b("/in") + "'></iframe>");
        site.page("/mid", "<iframe src='" + site.a("/in") + "'></iframe>");
        site.page("/nested", "<iframe src='" + site.b("/mid") + "'></iframe>");
    }

    @AfterAll
    static void stopBrowser() {
        site.close();
        chromium.close();
    }

    @BeforeEach
    void start() {
        supervisor = (TaskSupervisor) supervisors.getOrStart("t", spec(chromium.httpUrl()));
        page = supervisor.openScope();
    }

    @AfterEach
    void stop() {
        supervisors.stopAll();
    }

    @Test
    void theSnapshotAnswersWhileADialogFreezesThePageAndTheAgentAnswersIt() {
        open(site.a("/quiet"));
        later("window.got = confirm('Sure?')");
        PendingDialog dialog = pending();
        assertThat(dialog.message()).isEqualTo("Sure?");
        assertThat(dialog.frameId()).isEqualTo(supervisor.snapshot().page().targetId());
        assertThat(supervisor.snapshot().page().state()).isEqualTo(PageState.BLOCKED_BY_DIALOG);

        assertThat(supervisor
                        .respondToDialog(new DialogAnswer(true, Optional.empty(), Optional.of(dialog.id())), LONG)
                        .dialog())
                .isEqualTo(dialog);

        assertThat(evaluate("window.got")).isEqualTo(true);
        SupervisorSnapshot after = supervisor.snapshot();
        assertThat(after.pending()).isEmpty();
        assertThat(after.page().state()).isEqualTo(PageState.OK);
        assertThat(after.recent())
                .singleElement()
                .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.AGENT));
    }

    @Test
    void aPromptGetsTheTextOrItsDefaultOrNull() {
        open(site.a("/quiet"));
        List<Object> got = List.of(
                prompted(new DialogAnswer(true, Optional.of("Grace"), Optional.empty())),
                prompted(new DialogAnswer(true, Optional.empty(), Optional.empty())),
                prompted(new DialogAnswer(true, Optional.of(""), Optional.empty())),
                prompted(new DialogAnswer(false, Optional.empty(), Optional.empty())));
        assertThat(got).containsExactly("Grace", "Ada", "", "null");
    }

    @Test
    void whoeverWaitsIsInterruptedByADialogAndReleased() {
        open(site.a("/quiet"));
        List<Interruption> heard = new CopyOnWriteArrayList<>();
        supervisor.onInterruption(heard::add);
        CallScope scope = supervisor.openScope();
        TaskCdp.PendingReply frozen = scope.send(
                CdpRoute.PAGE, "Runtime.evaluate", Map.of("expression", "alert('x')"), Duration.ofMinutes(1));
        Await.until("the interruption", () -> heard.size() == 1);
        assertThat(heard.get(0).kind()).isEqualTo(Interruption.Kind.DIALOG);
        scope.abandon(ErrorCode.BLOCKED_BY_DIALOG, "a dialog");
        assertThatThrownBy(frozen::join).isInstanceOf(CallAbandonedException.class);
        assertThatThrownBy(() -> scope.call(CdpRoute.PAGE, "Runtime.evaluate", Map.of("expression", "1"), LONG))
                .isInstanceOf(CallAbandonedException.class);
        answer(true);
    }

    @Test
    void nobodyAnswersAndTheWatchdogDoes() {
        settings = new DialogSettings(DialogPolicy.MUST_RESPOND, Duration.ofMillis(300));
        open(site.a("/quiet"));
        later("window.got = String(prompt('x', 'd'))");
        await("closed by the watchdog", s -> s.recent().size() == 1);
        assertThat(supervisor.snapshot().recent().get(0).closedBy()).isEqualTo(ClosedBy.WATCHDOG);
        assertThat(evaluate("window.got")).isEqualTo("null");
    }

    @Test
    void aPolicyAnswersWithoutAnybodyNoticing() {
        settings = new DialogSettings(DialogPolicy.AUTO_ACCEPT, Duration.ofSeconds(300));
        open(site.a("/quiet"));
        assertThat(evaluate("[confirm('c'), prompt('p', 'd')].join()")).isEqualTo("true,d");
        assertThat(supervisor.snapshot().recent())
                .extracting(c -> c.closedBy())
                .containsExactly(ClosedBy.AUTO_POLICY, ClosedBy.AUTO_POLICY);
    }

    @Test
    void dialogsInALoopHaveIdsOfTheirOwn() {
        open(site.a("/quiet"));
        later("window.got = [confirm('0'), confirm('1'), confirm('2')].join()");
        for (int i = 0; i < 3; i++) {
            String message = String.valueOf(i);
            await(
                    "dialog " + i,
                    s -> s.pending().stream().anyMatch(d -> d.message().equals(message)));
            answer(i % 2 == 0);
        }
        assertThat(evaluate("window.got")).isEqualTo("true,false,true");
    }

    @Test
    void aCrossOriginFrameIsReachedByItsId() {
        open(site.a("/cross"));
        FrameInfo frame = child(f -> f.oopif() && f.url().equals(site.b("/in")));
        assertThat(frame.parentFrameId()).contains(supervisor.snapshot().page().targetId());
        assertThat(site.b("/")).startsWith(frame.origin());
        assertThat(evaluate(CdpRoute.frame(frame.frameId()), "who")).isEqualTo("inner");
        assertThat(evaluate("who")).isEqualTo("top");
    }

    @Test
    void aFrameInItsParentsProcessHasNoSessionAndTheErrorSaysWhatToDo() {
        open(site.a("/srcdoc"));
        FrameInfo frame = child(f -> f.name().equals(Optional.of("loc")));
        assertThat(frame.oopif()).isFalse();
        fails(ErrorCode.NOT_OOPIF, "contentWindow", () -> evaluate(CdpRoute.frame(frame.frameId()), "1"));
        fails(ErrorCode.FRAME_NOT_FOUND, "browser_snapshot", () -> evaluate(CdpRoute.frame("nobody"), "1"));
        fails(ErrorCode.SESSION_GONE, "browser_snapshot", () -> evaluate(CdpRoute.session("nobody"), "1"));
        fails(ErrorCode.TAB_GONE, "Target.getTargets", () -> evaluate(CdpRoute.target("nobody"), "1"));
    }

    @Test
    void framesWithinCrossOriginFramesAreFound() {
        open(site.a("/nested"));
        FrameInfo leaf = child(f -> f.oopif() && f.url().equals(site.a("/in")));
        FrameInfo middle = child(f -> f.oopif() && f.url().equals(site.b("/mid")));
        assertThat(leaf.parentFrameId()).contains(middle.frameId());
        assertThat(evaluate(CdpRoute.frame(leaf.frameId()), "who")).isEqualTo("inner");
    }

    @Test
    void framesOfAPageThatWasLeftAreGone() {
        open(site.a("/cross"));
        child(FrameInfo::oopif);
        open(site.a("/quiet"));
        await("one frame", s -> s.frames().size() == 1);
        assertThat(supervisor.snapshot().sessions()).hasSize(1);
    }

    @Test
    void aCrashIsAStateThatANavigationUndoes() {
        open(site.a("/quiet"));
        TaskCdp.PendingReply crash = page.send(CdpRoute.PAGE, "Page.crash", Map.of(), LONG);
        fails(ErrorCode.TARGET_CRASHED, "browser_navigate", crash::join);
        await("crashed", s -> s.page().state() == PageState.CRASHED);
        open(site.a("/quiet"));
        assertThat(evaluate("who")).isEqualTo("top");
        assertThat(supervisor.snapshot().page().state()).isEqualTo(PageState.OK);
    }

    @Test
    void aClosedTabIsNeverReplacedByAnotherOne() {
        open(site.a("/quiet"));
        page.call(
                CdpRoute.BROWSER,
                "Target.closeTarget",
                Map.of("targetId", supervisor.snapshot().page().targetId()),
                LONG);
        await("gone", s -> s.page().gone());
        fails(ErrorCode.TAB_GONE, "browser_navigate", () -> evaluate("1"));
        assertThat(supervisors.getOrStart("t", spec(chromium.httpUrl())))
                .as("asked for again, the task gets a fresh page")
                .isNotSameAs(supervisor);
    }

    @Test
    void aPageInTheBackgroundIsInFrontToItsScripts() {
        open(site.a("/quiet"));
        assertThat(evaluate("document.visibilityState + ' ' + document.hasFocus()"))
                .isEqualTo("visible true");
    }

    @Test
    void aCallThatIsNotAnsweredEndsInTimeAndLeavesTheConnectionUsable() {
        open(site.a("/quiet"));
        Map<String, Object> never = Map.of("expression", "new Promise(()=>{})", "awaitPromise", true);
        assertThatThrownBy(() -> page.call(CdpRoute.PAGE, "Runtime.evaluate", never, Duration.ofMillis(200)))
                .isInstanceOf(CdpTimeoutException.class);
        assertThat(evaluate("1 + 1")).isEqualTo(2L);
    }

    @Test
    void blindingTheSupervisorIsRefused() {
        fails(
                ErrorCode.INVALID_ARGUMENT,
                "session of your own",
                () -> page.call(CdpRoute.PAGE, "Page.disable", Map.of(), LONG));
        fails(
                ErrorCode.INVALID_ARGUMENT,
                "session of your own",
                () -> page.call(CdpRoute.PAGE, "Fetch.enable", Map.of(), LONG));
    }

    @Test
    void aSessionThatAnAgentAttachedIsUsedByItsIdUntilItIsDetached() {
        open(site.a("/quiet"));
        Map<String, Object> target =
                Map.of("targetId", supervisor.snapshot().page().targetId(), "flatten", true);
        String own = (String) page.call(CdpRoute.BROWSER, "Target.attachToTarget", target, LONG)
                .result()
                .get("sessionId");
        assertThat(evaluate(CdpRoute.session(own), "who")).isEqualTo("top");
        page.call(CdpRoute.session(own), "Page.disable", Map.of(), LONG);
        page.call(CdpRoute.BROWSER, "Target.detachFromTarget", Map.of("sessionId", own), LONG);
        fails(ErrorCode.SESSION_GONE, own, () -> evaluate(CdpRoute.session(own), "who"));
    }

    @Test
    void aCaptureHasItsOwnSessionAndAHookThatCanVeto() {
        open(site.a("/quiet"));
        Captures captures = new Captures("vendor");
        CapturedCdp captured = captures.capture(supervisor, LONG);
        assertThat(captured.pageSessionId())
                .isNotEqualTo(supervisor.snapshot().page().sessionId());
        List<String> asked = new CopyOnWriteArrayList<>();
        CallOptions options = CallOptions.session(captured.pageSessionId(), LONG)
                .withBeforeSend((method, session, params) -> {
                    asked.add(method);
                    if (!method.equals("Runtime.evaluate")) {
                        throw new IllegalArgumentException("only evaluate");
                    }
                });
        assertThat(captured.call("Runtime.evaluate", Map.of("expression", "who"), options)
                        .json())
                .contains("top");
        assertThatThrownBy(() -> captured.call("Page.reload", Map.of(), options))
                .hasMessage("only evaluate");
        assertThat(asked).containsExactly("Runtime.evaluate", "Page.reload");
        captures.closeAll();
        assertThat(captured.isValid()).isFalse();
        assertThatThrownBy(() -> captured.call("Runtime.evaluate", Map.of("expression", "1"), options))
                .isInstanceOf(CapturedCdpInvalidException.class);
    }

    @Test
    void anUnlimitedCapturedCallEndsWithItsAttachment() throws InterruptedException {
        CapturedCdp captured = new Captures("vendor").capture(supervisor, LONG);
        CallOptions unlimited =
                CallOptions.session(captured.pageSessionId(), LONG).withoutTimeout();
        List<Throwable> ends = new CopyOnWriteArrayList<>();
        Thread worker = new Thread(() -> {
            try {
                captured.call(
                        "Runtime.evaluate",
                        Map.of("expression", "window.asked = 1; new Promise(()=>{})", "awaitPromise", true),
                        unlimited);
            } catch (RuntimeException e) {
                ends.add(e);
            }
        });
        worker.start();
        Await.until("the command arrived", () -> Long.valueOf(1).equals(evaluate("window.asked")));
        supervisors.stop("t");
        worker.join(LONG.toMillis());
        assertThat(ends).singleElement().isInstanceOf(CapturedCdpInvalidException.class);
        assertThat(captured.isValid()).isFalse();
    }

    @Test
    void aHookMayNotReenterTheLoop() {
        CapturedCdp captured = new Captures("vendor").capture(supervisor, LONG);
        CallOptions options = CallOptions.session(captured.pageSessionId(), LONG)
                .withBeforeSend((method, session, params) -> captured.call(method, params, CallOptions.browser(LONG)));
        assertThatThrownBy(() -> captured.call("Runtime.evaluate", Map.of("expression", "1"), options))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("thread of your own");
        captured.close();
    }

    @Test
    void stoppingClosesOurPageAndLeavesTheBrowser() {
        open(site.a("/quiet"));
        later("confirm('left open')");
        pending();
        String target = supervisor.snapshot().page().targetId();
        supervisors.stop("t");
        assertThat(supervisors.find("t")).isEmpty();
        TaskSupervisor other = (TaskSupervisor) supervisors.getOrStart("other", spec(chromium.httpUrl()));
        assertThat(other.openScope()
                        .call(CdpRoute.BROWSER, "Target.getTargets", Map.of(), LONG)
                        .json())
                .doesNotContain(target);
    }

    @Test
    void dialogNumbersOfATaskAreNeverUsedTwice() {
        open(site.a("/quiet"));
        later("alert('one')");
        assertThat(pending().id()).isEqualTo("d-1");
        supervisors.stop("t");
        start();
        open(site.a("/quiet"));
        later("alert('two')");
        assertThat(pending().id()).isEqualTo("d-2");
    }

    @Test
    void anEndpointThatStaysAwayIsToldWithinTheStartTime() {
        String url = "http://127.0.0.1:9";
        SupervisorSpec spec = new SupervisorSpec(
                url,
                () -> new CdpEndpoint(url),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(2),
                1 << 20,
                false);
        fails(ErrorCode.DISCONNECTED, "127.0.0.1:9", () -> supervisors.getOrStart("x", spec));
        assertThat(supervisors.find("x")).isEmpty();
    }

    @Test
    void aBrowserThatDiesIsADisconnectAndEveryWaiterIsReleased() {
        try (Chromium doomed = Chromium.start()) {
            TaskSupervisor mine = (TaskSupervisor) supervisors.getOrStart("doomed", spec(doomed.httpUrl()));
            List<Interruption> heard = new CopyOnWriteArrayList<>();
            mine.onInterruption(heard::add);
            TaskCdp.PendingReply waiting = mine.openScope()
                    .send(
                            CdpRoute.PAGE,
                            "Runtime.evaluate",
                            Map.of("expression", "new Promise(()=>{})", "awaitPromise", true),
                            Duration.ofMinutes(1));
            doomed.kill();
            fails(ErrorCode.DISCONNECTED, "", waiting::join);
            Await.until("the interruption", () -> !heard.isEmpty());
            assertThat(heard.get(0).kind()).isEqualTo(Interruption.Kind.DISCONNECTED);
            assertThat(mine.snapshot().page().state()).isEqualTo(PageState.DISCONNECTED);
        }
    }

    // -- helpers

    private static SupervisorSpec spec(String url) {
        return spec(url, true);
    }

    private static SupervisorSpec spec(String url, boolean ours) {
        return new SupervisorSpec(
                url, () -> new CdpEndpoint(url), Optional.empty(), Optional.empty(), LONG, 100L * 1024 * 1024, ours);
    }

    private void open(String url) {
        Object loader = page.call(CdpRoute.PAGE, "Page.navigate", Map.of("url", url), LONG)
                .result()
                .get("loaderId");
        await(
                "loaded " + url,
                s -> s.page().loaders().contains(loader) && s.page().loaded());
    }

    private void later(String script) {
        evaluate("setTimeout(() => { " + script + " }, 50); 0");
    }

    private Object prompted(DialogAnswer answer) {
        later("window.got = String(prompt('Name?', 'Ada'))");
        pending();
        supervisor.respondToDialog(answer, LONG);
        return evaluate("window.got");
    }

    private PendingDialog pending() {
        return await("a pending dialog", s -> !s.pending().isEmpty()).pending().get(0);
    }

    private void answer(boolean accept) {
        supervisor.respondToDialog(new DialogAnswer(accept, Optional.empty(), Optional.empty()), LONG);
    }

    private FrameInfo child(Predicate<FrameInfo> wanted) {
        return await("the frame", s -> s.frames().stream().anyMatch(wanted)).frames().stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow();
    }

    private SupervisorSnapshot await(String what, Predicate<SupervisorSnapshot> condition) {
        return page.await(what, condition, LONG);
    }

    private Object evaluate(String expression) {
        return evaluate(CdpRoute.PAGE, expression);
    }

    private Object evaluate(CdpRoute route, String expression) {
        Map<String, Object> reply = page.call(
                        route, "Runtime.evaluate", Map.of("expression", expression, "returnByValue", true), LONG)
                .result();
        return Params.object(reply, "result").get("value");
    }

    private static void fails(ErrorCode code, String hint, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(hint);
    }
}
