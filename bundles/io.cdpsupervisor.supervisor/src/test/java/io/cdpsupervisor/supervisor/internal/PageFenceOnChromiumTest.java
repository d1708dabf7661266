package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CallOptions;
import io.cdpsupervisor.api.cdp.CapturedCdp;
import io.cdpsupervisor.api.cdp.CapturedCdpInvalidException;
import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import io.cdpsupervisor.transport.CdpConnectors;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A page removes a cross-origin frame while that frame's dialog is open. Without the fence each of these tests ends the
 * whole browser.
 */
class PageFenceOnChromiumTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private final Chromium chromium = Chromium.start();
    private final TestSite site = TestSite.start();
    private final Supervisors supervisors = supervisors();
    /** Knows nothing of the tasks of the first. */
    private final Supervisors otherProcess = supervisors();

    private TaskSupervisor supervisor;
    private CallScope page;

    @BeforeEach
    void open() {
        site.page("/in", "<p>inner</p>");
        site.page("/cross", "<iframe src='" + site.b("/in") + "'></iframe>");
        attach(true);
    }

    @AfterEach
    void close() {
        supervisors.stopAll();
        otherProcess.stopAll();
        site.close();
        chromium.close();
    }

    @Test
    void theBrowserSurvivesAndTheTabIsGone() {
        removeFrameUnderItsDialog();
        gone();
        survives();
        Await.until("the tab is closed", () -> !targets().contains(target()));
    }

    @Test
    void theBrowserSurvivesWithAPlugInOnThePage() {
        CapturedCdp captured = new Captures("vendor").capture(supervisor, LONG);
        captured.call("Page.enable", Map.of(), CallOptions.session(captured.pageSessionId(), LONG));
        removeFrameUnderItsDialog();
        gone();
        assertThat(captured.isValid()).isFalse();
        assertThatThrownBy(() ->
                        captured.call("Page.reload", Map.of(), CallOptions.session(captured.pageSessionId(), LONG)))
                .isInstanceOf(CapturedCdpInvalidException.class);
        survives();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theBrowserSurvivesWithASecondClientOnThePageAndTheTabIsLeftToIt(boolean ours) {
        attach(ours);
        TaskSupervisor other = (TaskSupervisor) otherProcess.getOrStart("other", spec(true));
        other.openScope().call(CdpRoute.target(target()), "Page.enable", Map.of(), LONG);
        removeFrameUnderItsDialog();
        gone();
        survives();
        assertThat(targets()).contains(target());
    }

    @Test
    void aFrameThatIsRemovedAfterItsDialogWasAnsweredIsNoReasonToLeave() {
        openDialogInFrame();
        supervisor.respondToDialog(new DialogAnswer(true, Optional.empty(), Optional.empty()), LONG);
        evaluate(CdpRoute.PAGE, "document.querySelector('iframe').remove()");
        page.await("one frame", s -> s.frames().size() == 1, LONG);
        assertThat(evaluate(CdpRoute.PAGE, "1 + 1")).isEqualTo(2L);
    }

    private static Supervisors supervisors() {
        return new Supervisors(
                CdpConnectors.create(), () -> new DialogSettings(DialogPolicy.MUST_RESPOND, Duration.ofSeconds(300)));
    }

    private void attach(boolean ours) {
        supervisors.stop("t");
        supervisor = (TaskSupervisor) supervisors.getOrStart("t", spec(ours));
        page = supervisor.openScope();
        page.call(CdpRoute.PAGE, "Page.navigate", Map.of("url", site.a("/cross")), LONG);
        frame();
    }

    private void openDialogInFrame() {
        evaluate(CdpRoute.frame(frame().frameId()), "setTimeout(() => confirm('in the frame'), 0); 0");
        page.await("the dialog", s -> !s.pending().isEmpty(), LONG);
    }

    private void removeFrameUnderItsDialog() {
        openDialogInFrame();
        // The frame's process is frozen, the page's is not.
        evaluate(CdpRoute.PAGE, "setTimeout(() => { document.querySelector('iframe').remove() }, 0); 0");
        page.await("the end of the page", s -> s.page().gone(), LONG);
    }

    private void gone() {
        assertThat(supervisor.snapshot().pending()).isEmpty();
        assertThat(supervisor.snapshot().recent())
                .last()
                .satisfies(c -> assertThat(c.closedBy()).isEqualTo(ClosedBy.REMOTE));
        assertThatThrownBy(() -> evaluate(CdpRoute.PAGE, "1"))
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TAB_GONE));
        assertThatThrownBy(() -> page.call(CdpRoute.BROWSER, "Target.closeTarget", Map.of("targetId", target()), LONG))
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TAB_GONE));
    }

    /** The same task goes on with a fresh page, on the same browser. */
    private void survives() {
        TaskSupervisor fresh = (TaskSupervisor) supervisors.getOrStart("t", spec(true));
        assertThat(fresh).isNotSameAs(supervisor);
        fresh.openScope().call(CdpRoute.PAGE, "Page.navigate", Map.of("url", site.a("/in")), LONG);
        assertThat(chromium.isAlive()).isTrue();
    }

    private String target() {
        return supervisor.snapshot().page().targetId();
    }

    private String targets() {
        return ((TaskSupervisor) supervisors.getOrStart("watch", spec(true)))
                .openScope()
                .call(CdpRoute.BROWSER, "Target.getTargets", Map.of(), LONG)
                .json();
    }

    private FrameInfo frame() {
        return page
                .await(
                        "the frame",
                        s -> s.frames().stream()
                                .anyMatch(f -> f.oopif() && f.url().equals(site.b("/in"))),
                        LONG)
                .frames()
                .stream()
                .filter(FrameInfo::oopif)
                .findFirst()
                .orElseThrow();
    }

    private Object evaluate(CdpRoute route, String expression) {
        Map<String, Object> reply = page.call(
                        route, "Runtime.evaluate", Map.of("expression", expression, "returnByValue", true), LONG)
                .result();
        return Params.object(reply, "result").get("value");
    }

    private SupervisorSpec spec(boolean ours) {
        return new SupervisorSpec(
                chromium.httpUrl(),
                () -> new CdpEndpoint(chromium.httpUrl()),
                Optional.empty(),
                Optional.empty(),
                LONG,
                100L * 1024 * 1024,
                ours);
    }
}
