package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.dialog.DialogType;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.tool.ToolResult;
import io.cdpsupervisor.tool.page.internal.FakeCdp.Sent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class NavigateToolTest {

    private static final String URL = "https://a.test/there";

    private final NavigateTool tool = new NavigateTool(new PageReader(new RefTables()));
    private final FakeCdp cdp = new FakeCdp(Pages.page(List.of(Pages.top()), "L1"))
            .on("Accessibility.getFullAXTree", Recording.shop().trees().get("NESTED"));

    @Test
    void startsUnderADialogOnlyWithForce() {
        assertThat(tool.runsDuringDialog(Map.of("url", URL))).isFalse();
        assertThat(tool.runsDuringDialog(Map.of("url", URL, "force", true))).isTrue();
    }

    @Test
    void loadedPageComesWithItsFinalAddressTitleStatusAndBeginning() {
        replying(Map.of("loaderId", "L2"), loaded());
        arrivingAt("https://a.test/redirected", "Two", 200);
        FakeCall call = new FakeCall(cdp, Map.of("url", URL));
        ToolResult result = tool.call(call);
        assertThat(call.opened).containsExactly(URL);
        assertThat(result.success()).isTrue();
        assertThat(result.withState()).isTrue();
        assertThat(result.fields())
                .containsExactly(
                        entry("url", "https://a.test/redirected"),
                        entry("title", "Two"),
                        entry("status", 200L),
                        entry("snapshot", "- link \"nested\" url=http://localhost:8000/x [ref=e1]"),
                        entry("truncated", false));
    }

    @Test
    void documentThatHasReplacedTheOneOfTheReplyWillDo() {
        replying(Map.of("loaderId", "L2"), Pages.page(List.of(Pages.top()), "L1", "L2", "L3"));
        arrivingAt("https://a.test/login", "Login", 200);
        assertThat(navigate().fields()).containsEntry("title", "Login");
    }

    @Test
    void sameDocumentIsThereAtOnceEvenWhileItLoads() {
        replying(Map.of("frameId", "TOP"), Pages.loading("L1"));
        arrivingAt(URL + "#part", "One", 200);
        assertThat(navigate().fields()).containsEntry("url", URL + "#part");
    }

    @Test
    void unknownStatusIsLeftOut() {
        replying(Map.of("loaderId", "L2"), loaded());
        arrivingAt("about:blank", "", 0);
        assertThat(navigate().fields()).doesNotContainKey("status").containsEntry("url", "about:blank");
    }

    @Test
    void errorStatusWithoutABodyIsAnAnswerAllTheSame() {
        replying(Map.of("loaderId", "L2", "errorText", "net::ERR_HTTP_RESPONSE_CODE_FAILURE"), loaded());
        arrivingAt("chrome-error://chromewebdata/", "a.test", 404);
        assertThat(navigate().fields()).contains(entry("url", URL), entry("status", 404L));
    }

    @Test
    void downloadIsNoFailure() {
        replying(Map.of("loaderId", "L2", "errorText", "net::ERR_ABORTED", "isDownload", true), cdp.snapshot);
        arrivingAt("https://a.test/", "One", 200);
        assertThat(navigate().fields())
                .contains(entry("url", "https://a.test/"), entry("title", "One"))
                .doesNotContainKey("status")
                .extractingByKey("note")
                .asString()
                .contains("download");
    }

    @Test
    void pageThatCannotBeReadIsReachedAllTheSame() {
        replying(Map.of("loaderId", "L2"), loaded());
        arrivingAt(URL, "Two", 200);
        cdp.on("Accessibility.getFullAXTree", sent -> {
            throw new CdpErrorException(-32000, "Internal error", sent.method());
        });
        assertThat(navigate().fields()).containsEntry("title", "Two").doesNotContainKeys("snapshot", "truncated");
    }

    @Test
    void networkErrorIsNamed() {
        replying(Map.of("loaderId", "L2", "errorText", "net::ERR_NAME_NOT_RESOLVED"), loaded());
        failing(ErrorCode.NAVIGATION_FAILED)
                .hasMessageContaining(URL)
                .hasMessageContaining("net::ERR_NAME_NOT_RESOLVED")
                .extracting(e -> ((BrowserException) e).details())
                .isEqualTo(Map.of("net_error", "net::ERR_NAME_NOT_RESOLVED"));
    }

    @Test
    void answerWithoutAPageIsAFailedNavigation() {
        replying(Map.of("loaderId", "L2", "errorText", "net::ERR_ABORTED", "isDownload", false), cdp.snapshot);
        failing(ErrorCode.NAVIGATION_FAILED).hasMessageContaining("the page stays where it was");
    }

    @Test
    void serverThatDoesNotAnswerInTimeLeavesTheOldPage() {
        cdp.on("Page.navigate", sent -> {
            throw new CdpTimeoutException("No reply.", true);
        });
        failing(ErrorCode.TIMEOUT).hasMessageContaining("still the old one").hasMessageContaining("timeout_s");
    }

    @Test
    void pageThatIsStillLoadingCanBeLookedAt() {
        replying(Map.of("loaderId", "L2"), Pages.loading("L1", "L2"));
        failing(ErrorCode.TIMEOUT).hasMessageContaining("still loading").hasMessageContaining("browser_snapshot");
    }

    @Test
    void forbiddenAddressIsNotGoneTo() {
        FakeCall call = new FakeCall(cdp, Map.of("url", "http://forbidden.test/"));
        assertThatThrownBy(() -> tool.call(call)).isInstanceOf(BrowserException.class);
        assertThat(cdp.sent).isEmpty();
    }

    @Test
    void redirectToAForbiddenAddressIsLeftAgain() {
        replying(Map.of("loaderId", "L2"), loaded());
        arrivingAt("http://forbidden.test/", "Secrets", 200);
        failing(ErrorCode.URL_BLOCKED);
        assertThat(cdp.finished).isOne();
        assertThat(cdp.sent.get(cdp.sent.size() - 1).params()).isEqualTo(Map.of("url", "about:blank"));
    }

    @Nested
    class APageThatAsksBeforeItIsLeft {

        @Test
        void refusesWhenThePolicyDismissesTheQuestion() {
            replying(Map.of("errorText", "net::ERR_ABORTED"), Pages.withRecent(DialogType.BEFOREUNLOAD));
            failing(ErrorCode.REFUSED_TO_LEAVE).hasMessageContaining("browser_close");
        }

        @Test
        void isNotBlamedForAQuestionOfAnEarlierNavigation() {
            cdp.snapshot = Pages.withRecent(DialogType.BEFOREUNLOAD);
            replying(Map.of("errorText", "net::ERR_ABORTED"), cdp.snapshot);
            failing(ErrorCode.NAVIGATION_FAILED);
        }

        @Test
        void isToldYesByForceAfterTheNavigationHasBeenSent() {
            cdp.snapshot = Pages.withPending(DialogType.BEFOREUNLOAD);
            replying(Map.of("loaderId", "L2"), loaded());
            arrivingAt(URL, "Two", 200);
            cdp.on("Page.handleJavaScriptDialog", Map.of());
            tool.call(new FakeCall(cdp, Map.of("url", URL, "force", true)));
            assertThat(cdp.methods()).startsWith("Page.navigate", "Page.handleJavaScriptDialog");
            assertThat(cdp.sent.get(1)).extracting(Sent::params).isEqualTo(Map.of("accept", true));
        }
    }

    @Test
    void forceLeavesAnyOtherDialogToTheNavigation() {
        cdp.snapshot = Pages.withPending(DialogType.ALERT);
        replying(Map.of("loaderId", "L2"), loaded());
        arrivingAt(URL, "Two", 200);
        tool.call(new FakeCall(cdp, Map.of("url", URL, "force", true)));
        assertThat(cdp.methods()).doesNotContain("Page.handleJavaScriptDialog");
    }

    private static SupervisorSnapshot loaded() {
        return Pages.page(List.of(Pages.top()), "L1", "L2");
    }

    /** The reply to Page.navigate, and how the page is when it comes. */
    private void replying(Map<String, Object> reply, SupervisorSnapshot then) {
        cdp.on("Page.navigate", sent -> {
            assertThat(sent.route()).isEqualTo(CdpRoute.PAGE);
            cdp.snapshot = then;
            return reply;
        });
    }

    private void arrivingAt(String url, String title, long status) {
        Map<String, Object> value = new HashMap<>(Map.of("url", url, "title", title, "status", status));
        cdp.on("Runtime.evaluate", Map.of("result", Map.of("type", "object", "value", value)));
    }

    private ToolResult navigate() {
        return tool.call(new FakeCall(cdp, Map.of("url", URL)));
    }

    private AbstractThrowableAssert<?, ? extends Throwable> failing(ErrorCode code) {
        return assertThatThrownBy(this::navigate)
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
