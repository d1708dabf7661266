package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.dialog.DialogType;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.tool.ToolResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SnapshotToolTest {

    private final AtomicInteger threshold = new AtomicInteger(400);
    private final SnapshotTool tool = new SnapshotTool(new PageReader(), threshold::get);
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

    private Map<String, Object> snapshot(Map<String, Object> arguments) {
        ToolResult result = tool.call(new FakeCall(cdp, arguments));
        assertThat(result.success()).isTrue();
        assertThat(result.withState()).isTrue();
        return result.fields();
    }
}
