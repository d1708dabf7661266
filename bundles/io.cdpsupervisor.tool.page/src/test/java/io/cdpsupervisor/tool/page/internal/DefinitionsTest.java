package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DefinitionsTest {

    private static final RefTables REF_TABLES = new RefTables();
    private static final PageReader READER = new PageReader(REF_TABLES);
    private static final List<ToolDefinition> ALL = List.<BrowserTool>of(
                    new NavigateTool(READER),
                    new SnapshotTool(READER, () -> 15_000),
                    new CdpTool(),
                    new ConsoleTool(),
                    new ScreenshotTool(new ElementFinder(REF_TABLES)),
                    new CloseTool())
            .stream()
            .map(BrowserTool::definition)
            .toList();

    @Test
    void namesAndFateUnderADialogAreThoseOfTheContract() {
        assertThat(ALL)
                .extracting(ToolDefinition::name, ToolDefinition::onDialog, ToolDefinition::timeoutArgument)
                .containsExactly(
                        tuple("browser_navigate", OnDialog.SUCCEED, "timeout_s"),
                        tuple("browser_snapshot", OnDialog.SUCCEED, ""),
                        tuple("browser_cdp", OnDialog.FAIL, "timeout"),
                        tuple("browser_console", OnDialog.FAIL, ""),
                        tuple("browser_screenshot", OnDialog.FAIL, ""),
                        tuple("browser_close", OnDialog.GO_ON, ""));
    }

    @Test
    void argumentsAreThoseOfTheContractAndNoOthers() {
        assertThat(ALL)
                .extracting(d ->
                        ((Map<?, ?>) d.inputSchema().get("properties")).keySet().toString())
                .containsExactly(
                        "[url, timeout_s, force]",
                        "[max_chars, full, state_only, target_id]",
                        "[method, params, frame_id, target_id, session_id, timeout]",
                        "[expression, clear, target_id]",
                        "[full_page, ref, target_id]",
                        "[]");
        assertThat(ALL)
                .allSatisfy(d -> assertThat(d.inputSchema())
                        .containsEntry("type", "object")
                        .containsEntry("additionalProperties", false));
    }

    @Test
    void namedArgumentsOfTheTimeLimitExist() {
        assertThat(ALL)
                .filteredOn(d -> !d.timeoutArgument().isEmpty())
                .allSatisfy(d -> assertThat(d.inputSchema())
                        .extractingByKey("properties")
                        .asString()
                        .contains(d.timeoutArgument() + "={type=number"));
    }

    @Test
    void closeReportsWhatWasClosedAndWhatWasLeft() {
        FakeCall call = new FakeCall(new FakeCdp(Pages.page(List.of(), "L1")), Map.of());
        assertThat(new CloseTool().call(call).fields()).isEqualTo(Map.of("closed", call.close()));
    }
}
