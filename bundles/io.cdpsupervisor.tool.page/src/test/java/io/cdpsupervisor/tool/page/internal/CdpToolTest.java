package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.tool.ToolResult;
import io.cdpsupervisor.tool.page.internal.FakeCdp.Sent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CdpToolTest {

    private static final String SECRET = "ghp_" + "0123456789".repeat(4);

    private final CdpTool tool = new CdpTool();
    private final FakeCdp cdp = new FakeCdp(Pages.page(List.of(Pages.top()), "L1"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Target.getTargets",
                "Browser.getVersion",
                "Page.navigate",
                "Page.handleJavaScriptDialog",
                "Page.reload",
                "Page.close"
            })
    void whatTheBrowserProcessAnswersRunsDuringADialog(String method) {
        assertThat(tool.runsDuringDialog(Map.of("method", method))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Runtime.evaluate", "Page.captureScreenshot", "DOM.getDocument", "Targets.x"})
    void whatThePageAnswersDoesNot(String method) {
        assertThat(tool.runsDuringDialog(Map.of("method", method))).isFalse();
    }

    @Test
    void commandWithoutIdsRunsOnThePage() {
        ToolResult result = call(Map.of("method", "Runtime.evaluate", "params", Map.of("expression", "2+3")));
        assertThat(cdp.sent)
                .containsExactly(new Sent(
                        CdpRoute.PAGE, "Runtime.evaluate", Map.of("expression", "2+3"), Duration.ofSeconds(30)));
        assertThat(result.success()).isTrue();
        assertThat(result.fields())
                .containsExactly(entry("method", "Runtime.evaluate"), entry("result", Map.of("value", 5L)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Target.getTargets", "Browser.getVersion"})
    void commandOfTheBrowserGoesToTheBrowser(String method) {
        call(Map.of("method", method));
        assertThat(cdp.sent).extracting(Sent::route).containsExactly(CdpRoute.BROWSER);
    }

    @Test
    void frameIdIsUsedAndReportedWithTheSessionBehindIt() {
        ToolResult result = call(Map.of("method", "Runtime.evaluate", "frame_id", "F"));
        assertThat(cdp.sent).extracting(Sent::route).containsExactly(CdpRoute.frame("F"));
        assertThat(result.fields())
                .contains(entry("frame_id", "F"), entry("session_id", "session of F"))
                .doesNotContainKey("target_id");
    }

    @Test
    void targetIdIsUsedAlsoForCommandsOfTheBrowser() {
        ToolResult result = call(Map.of("method", "Target.getTargetInfo", "target_id", "T"));
        assertThat(cdp.sent).extracting(Sent::route).containsExactly(CdpRoute.target("T"));
        assertThat(result.fields()).contains(entry("target_id", "T"), entry("session_id", "session of T"));
    }

    @Test
    void sessionIdIsUsed() {
        ToolResult result = call(Map.of("method", "Runtime.evaluate", "session_id", "S9"));
        assertThat(cdp.sent).extracting(Sent::route).containsExactly(CdpRoute.session("S9"));
        assertThat(result.fields()).containsEntry("session_id", "S9");
    }

    @Test
    void twoIdsAreRefused() {
        refused(Map.of("method", "Runtime.evaluate", "frame_id", "F", "session_id", "S"), "frame_id and session_id");
    }

    @Test
    void onANamedSessionTheSupervisorDecides() {
        call(Map.of("method", "Target.setAutoAttach", "session_id", "mine"));
        assertThat(cdp.methods()).containsExactly("Target.setAutoAttach");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Page.navigate", "Target.createTarget"})
    void addressIsCheckedBeforeTheCommandIsSent(String method) {
        Map<String, Object> arguments = Map.of("method", method, "params", Map.of("url", "http://forbidden.test/"));
        assertThatThrownBy(() -> call(arguments))
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.URL_BLOCKED));
        assertThat(cdp.sent).isEmpty();
    }

    @Test
    void secretsInAResultAreMasked() {
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("cookies", List.of(Map.of("value", SECRET)));
        reply.put("nothing", null);
        ToolResult result =
                tool.call(new FakeCall(cdp.on("Storage.getCookies", reply), Map.of("method", "Storage.getCookies")));
        assertThat(result.fields().get("result")).hasToString("{cookies=[{value=ghp_01...6789}], nothing=null}");
    }

    @Test
    void binaryDataStaysAsItIs() {
        assertThat(ReplyRedaction.of("Page.captureScreenshot", Map.of("data", SECRET)))
                .isEqualTo(Map.of("data", SECRET));
        assertThat(ReplyRedaction.of("CacheStorage.requestCachedResponse", Map.of("response", Map.of("body", SECRET))))
                .isEqualTo(Map.of("response", Map.of("body", SECRET)));
        assertThat(ReplyRedaction.of("Network.getResponseBody", Map.of("body", SECRET, "base64Encoded", true)))
                .containsEntry("body", SECRET);
    }

    @Test
    void bodyThatIsTextIsMasked() {
        assertThat(ReplyRedaction.of("Network.getResponseBody", Map.of("body", SECRET, "base64Encoded", false)))
                .containsEntry("body", "ghp_01...6789");
        assertThat(ReplyRedaction.of("DOM.getOuterHTML", Map.of("data", SECRET)))
                .containsEntry("data", "ghp_01...6789");
    }

    private ToolResult call(Map<String, Object> arguments) {
        cdp.on(String.valueOf(arguments.get("method")), Map.of("value", 5L));
        return tool.call(new FakeCall(cdp, arguments));
    }

    private void refused(Map<String, Object> arguments, String sentence) {
        assertThatThrownBy(() -> call(arguments))
                .hasMessageContaining(sentence)
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        assertThat(cdp.sent).isEmpty();
    }
}
