package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.dialog.DialogType;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.tool.ToolResult;
import io.cdpsupervisor.tool.page.internal.FakeCdp.Sent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SnapshotToolTest {

    private final AtomicInteger threshold = new AtomicInteger(400);
    private final SnapshotTool tool = new SnapshotTool(new PageReader(new RefTables()), threshold::get);
    private final FakeCdp cdp = new FakeCdp(Pages.page(List.of(Pages.top()), "L1"))
            .on("Accessibility.getFullAXTree", Recording.shop().trees().get("TOP"));

    @Test
    void runsWhileADialogIsOpen() {
        assertThat(tool.runsDuringDialog(Map.of())).isTrue();
    }

    @Test
    void configuredThresholdCutsTheTextAndFollowsTheConfiguration() {
        assertThat(snapshot(Map.of())).containsEntry("truncated", true);
        threshold.set(15_000);
        assertThat(snapshot(Map.of())).containsEntry("truncated", false);
    }

    @Test
    void argumentWinsOverTheConfiguration() {
        assertThat(snapshot(Map.of("max_chars", 250L)).get("snapshot").toString())
                .hasSizeLessThanOrEqualTo(250);
    }

    @Test
    void fullLiftsTheLimit() {
        assertThat(snapshot(Map.of("full", true, "max_chars", 250L)))
                .containsEntry("truncated", false)
                .extractingByKey("snapshot")
                .asString()
                .endsWith("- button \"after\" [ref=e20]");
    }

    @Test
    void stateAloneAsksThePageNothing() {
        assertThat(snapshot(Map.of("state_only", true))).isEmpty();
        assertThat(cdp.sent).isEmpty();
    }

    @Test
    void pageUnderADialogIsNotAsked() {
        cdp.snapshot = Pages.withPending(DialogType.CONFIRM);
        assertThat(snapshot(Map.of())).isEmpty();
        assertThat(cdp.sent).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = PageState.class, names = "OK", mode = EnumSource.Mode.EXCLUDE)
    void pageThatCannotAnswerIsNotAsked(PageState state) {
        cdp.snapshot = Pages.state(state);
        assertThat(snapshot(Map.of())).isEmpty();
        assertThat(cdp.sent).isEmpty();
    }

    @Nested
    class APopup {

        @BeforeEach
        void open() {
            cdp.snapshot =
                    Pages.withPopup(PageState.OK, Pages.child("IN", "POP", false), Pages.child("CAPTCHA", "POP", true));
            cdp.on("Page.getFrameTree", tree("L7"))
                    .on(
                            "Accessibility.getFullAXTree",
                            sent -> Recording.shop()
                                    .trees()
                                    .get(sent.route().equals(CdpRoute.frame("CAPTCHA")) ? "NESTED" : "REMOTE"))
                    .on(
                            "DOM.getFrameOwner",
                            sent -> sent.params().containsValue("IN") ? Map.of("backendNodeId", 9L) : Map.of());
        }

        @Test
        void isReadWithTheFramesInsideIt() {
            assertThat(popup()).contains("remote button", "[frame_id=IN]", "[frame_id=CAPTCHA]", "link \"nested\"");
            assertThat(cdp.sent)
                    .extracting(Sent::route)
                    .containsOnly(CdpRoute.target("POP"), CdpRoute.frame("CAPTCHA"));
        }

        @Test
        void andThePageKeepTheirRefsBesideEachOther() {
            String popup = popup();
            String page = snapshot(Map.of("max_chars", 15_000L)).get("snapshot").toString();
            assertThat(refs(page)).isNotEmpty().doesNotContainAnyElementsOf(refs(popup));
            assertThat(popup()).isEqualTo(popup);
        }

        @Test
        void whoseDocumentHasChangedGetsNewRefs() {
            List<String> before = refs(popup());
            cdp.on("Page.getFrameTree", tree("L8"));
            assertThat(refs(popup())).isNotEmpty().doesNotContainAnyElementsOf(before);
        }

        @Test
        void isReadAlthoughThePageHasCrashed() {
            cdp.snapshot = Pages.withPopup(PageState.CRASHED);
            assertThat(popup()).contains("remote button");
        }

        @Test
        void thatIsNotTheTasksIsRefusedWithThePresentOnes() {
            assertThatThrownBy(() -> snapshot(Map.of("target_id", "SOMEBODYS")))
                    .hasMessageContaining("SOMEBODYS", "POP (https://login.test/)")
                    .isInstanceOfSatisfying(
                            BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TAB_GONE));
            assertThat(cdp.sent).isEmpty();
        }

        @Test
        void cannotBeToldWhileThereIsNoConnection() {
            cdp.snapshot = Pages.reconnecting();
            assertThat(snapshot(Map.of("target_id", "POP"))).isEmpty();
            assertThat(cdp.sent).isEmpty();
        }

        private static Map<String, Object> tree(String loader) {
            return Map.of("frameTree", Map.of("frame", Map.of("id", "POP", "loaderId", loader)));
        }

        private String popup() {
            return snapshot(Map.of("target_id", "POP", "max_chars", 15_000L))
                    .get("snapshot")
                    .toString();
        }

        private static List<String> refs(String text) {
            return Pattern.compile("ref=(e\\d+)")
                    .matcher(text)
                    .results()
                    .map(MatchResult::group)
                    .toList();
        }
    }

    @Test
    void pageNamedByItsOwnTargetIsThePage() {
        assertThat(snapshot(Map.of("target_id", "TOP"))).containsKey("snapshot");
        assertThat(cdp.sent).extracting(Sent::route).containsOnly(CdpRoute.PAGE);
    }

    private Map<String, Object> snapshot(Map<String, Object> arguments) {
        ToolResult result = tool.call(new FakeCall(cdp, arguments));
        assertThat(result.success()).isTrue();
        assertThat(result.withState()).isTrue();
        return result.fields();
    }
}
