package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.PageInfo;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.transport.CdpConnectors;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A task's page on a real browser, and the steps that tests take on it. Confined to the test. */
final class TestPage implements AutoCloseable {

    /** Generous: only a test that fails needs it all. */
    static final Duration LONG = Duration.ofSeconds(20);

    private static final DialogSettings USUAL = new DialogSettings(DialogPolicy.MUST_RESPOND, Duration.ofSeconds(300));

    private final Supervisors supervisors;
    private final TaskSupervisor supervisor;
    private final CallScope scope;

    TestPage(Supervisors supervisors, String task, SupervisorSpec spec) {
        this.supervisors = supervisors;
        this.supervisor = (TaskSupervisor) supervisors.getOrStart(task, spec);
        this.scope = supervisor.openScope();
    }

    /** The only task of a process of its own, which has launched the browser. */
    static TestPage on(Chromium chromium) {
        return new TestPage(supervisors(), "t", spec(chromium, true));
    }

    /** The same, with dialogs handled in a way of its own. */
    static TestPage on(Chromium chromium, DialogPolicy policy, Duration timeout) {
        String url = chromium.httpUrl();
        return new TestPage(
                supervisors(),
                "t",
                new SupervisorSpec(
                        url,
                        () -> new CdpEndpoint(url),
                        Optional.of(policy),
                        Optional.of(timeout),
                        LONG,
                        100L << 20,
                        true));
    }

    static Supervisors supervisors() {
        return new Supervisors(CdpConnectors.create(), () -> USUAL);
    }

    static SupervisorSpec spec(Chromium chromium, boolean ours) {
        String url = chromium.httpUrl();
        return new SupervisorSpec(
                url, () -> new CdpEndpoint(url), Optional.empty(), Optional.empty(), LONG, 100L << 20, ours);
    }

    TaskSupervisor supervisor() {
        return supervisor;
    }

    SupervisorSnapshot now() {
        return supervisor.snapshot();
    }

    String target() {
        return now().page().targetId();
    }

    // -- the page

    /** Goes there and waits until it has loaded. */
    TestPage open(String url) {
        Object loader = call("Page.navigate", Map.of("url", url)).result().get("loaderId");
        await(
                "loaded " + url,
                s -> s.page().loaders().contains(loader) && s.page().loaded());
        return this;
    }

    CdpReply call(String method, Map<String, ?> params) {
        return scope.call(CdpRoute.PAGE, method, params, LONG);
    }

    TaskCdp.PendingReply send(CdpRoute route, String method, Map<String, ?> params) {
        return scope.send(route, method, params, LONG);
    }

    Object evaluate(String expression) {
        return evaluate(CdpRoute.PAGE, expression);
    }

    /** The value of an expression; a promise is awaited. */
    Object evaluate(CdpRoute route, String expression) {
        Map<String, Object> reply = evaluating(route, expression).join().result();
        assertThat(reply).as(expression).doesNotContainKey("exceptionDetails");
        return Params.object(reply, "result").get("value");
    }

    /** The same as with a hand on the mouse, without waiting. */
    TaskCdp.PendingReply evaluating(CdpRoute route, String expression) {
        Map<String, Object> params =
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true, "userGesture", true);
        return send(route, "Runtime.evaluate", params);
    }

    void later(String script) {
        later(CdpRoute.PAGE, script);
    }

    /** Runs a script after this call has been answered. */
    void later(CdpRoute route, String script) {
        evaluate(route, "setTimeout(() => { " + script + " }, 0); 0");
    }

    SupervisorSnapshot await(String what, Predicate<SupervisorSnapshot> condition) {
        return scope.await(what, condition, LONG);
    }

    /** The first such frame, once there is one. */
    FrameInfo frame(Predicate<FrameInfo> wanted) {
        return await("the frame", s -> s.frames().stream().anyMatch(wanted)).frames().stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow();
    }

    /** The out-of-process frame at an address. */
    FrameInfo oopif(String url) {
        return frame(f -> f.oopif() && f.url().equals(url));
    }

    /** Lets the page open a window and waits until it is watched and has loaded. */
    PageInfo.Popup popup(String url) {
        evaluate("window.popup = window.open('" + url + "'); 0");
        PageInfo.Popup popup =
                await("the popup", s -> s.page().popups().stream().anyMatch(p -> isThere(p, url)))
                        .page()
                        .popups()
                        .stream()
                        .filter(p -> isThere(p, url))
                        .findFirst()
                        .orElseThrow();
        evaluate(
                CdpRoute.session(popup.sessionId()),
                "new Promise(done => document.readyState === 'complete' ? done(0) : onload = () => done(0))");
        return popup;
    }

    private static boolean isThere(PageInfo.Popup popup, String url) {
        return !popup.sessionId().isEmpty() && popup.url().equals(url);
    }

    // -- dialogs

    PendingDialog pending() {
        return await("a pending dialog", s -> !s.pending().isEmpty()).pending().get(0);
    }

    PendingDialog pending(String message) {
        Predicate<PendingDialog> wanted = d -> d.message().equals(message);
        return await("the dialog " + message, s -> s.pending().stream().anyMatch(wanted)).pending().stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow();
    }

    DialogOutcome accept(PendingDialog dialog) {
        return answer(dialog, true, Optional.empty());
    }

    DialogOutcome dismiss(PendingDialog dialog) {
        return answer(dialog, false, Optional.empty());
    }

    DialogOutcome answer(PendingDialog dialog, boolean accept, Optional<String> text) {
        return supervisor.respondToDialog(new DialogAnswer(accept, text, Optional.of(dialog.id())), LONG);
    }

    /** How it ended, once it has. */
    ClosedDialog closed(PendingDialog dialog) {
        Predicate<ClosedDialog> same = c -> c.dialog().id().equals(dialog.id());
        return await("the end of " + dialog.id(), s -> s.recent().stream().anyMatch(same)).recent().stream()
                .filter(same)
                .findFirst()
                .orElseThrow();
    }

    static void fails(ErrorCode code, String hint, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(hint);
    }

    @Override
    public void close() {
        supervisors.stopAll();
    }
}
