package io.cdpsupervisor.tool.dialog.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import io.cdpsupervisor.api.dialog.DialogType;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DialogToolTest {

    private final DialogTool tool = new DialogTool();

    @Test
    void runsWhileADialogIsOpenAndIsNotEndedByTheNextOne() {
        assertThat(tool.runsDuringDialog(Map.of("action", "accept"))).isTrue();
        assertThat(tool.definition().onDialog()).isEqualTo(OnDialog.GO_ON);
    }

    @Test
    void schemaTakesTheTwoActionsAndNothingUnknown() {
        assertThat(tool.definition().inputSchema())
                .contains(entry("required", List.of("action")), entry("additionalProperties", false))
                .extractingByKey("properties")
                .hasToString("{action={type=string, description=accept presses OK, dismiss presses Cancel.,"
                        + " enum=[accept, dismiss]}, prompt_text={type=string,"
                        + " description=Text for a prompt; without it the prompt's default is kept.},"
                        + " dialog_id={type=string, description=Which dialog, when several are pending, e.g. d-2.}}");
    }

    @Test
    void withoutABrowserTheNextCallIsNamed() {
        FakeCall call = new FakeCall(Map.of("action", "accept"), Optional.empty(), Duration.ofSeconds(30));
        assertThatThrownBy(() -> tool.call(call))
                .isInstanceOf(BrowserException.class)
                .hasMessageContaining("browser_navigate")
                .extracting(e -> ((BrowserException) e).code())
                .isEqualTo(ErrorCode.NO_SUPERVISOR);
    }

    @Nested
    class WithADialogOpen {

        private final FakeSupervisor supervisor =
                new FakeSupervisor(new DialogOutcome(dialog(DialogType.PROMPT), Optional.empty()));

        @Test
        void acceptCarriesTextAndIdAndReturnsTheDialogAsItWas() {
            ToolResult result = tool.call(call(Map.of("action", "accept", "prompt_text", "Ada", "dialog_id", "d-1")));
            assertThat(supervisor.answers)
                    .containsExactly(new DialogAnswer(true, Optional.of("Ada"), Optional.of("d-1")));
            assertThat(result.success()).isTrue();
            assertThat(result.fields())
                    .containsOnly(
                            entry("action", "accept"),
                            entry("dialog", dialog(DialogType.PROMPT).toJson()));
        }

        @Test
        void dismissNeedsNoOtherArgument() {
            ToolResult result = tool.call(call(Map.of("action", "dismiss")));
            assertThat(supervisor.answers).containsExactly(new DialogAnswer(false, Optional.empty(), Optional.empty()));
            assertThat(result.fields()).containsEntry("action", "dismiss");
        }

        @Test
        void waitsTenSecondsAtMost() {
            tool.call(call(Map.of("action", "accept")));
            assertThat(supervisor.timeouts).containsExactly(Duration.ofSeconds(10));
        }

        @Test
        void waitsNoLongerThanTheCallMay() {
            tool.call(new FakeCall(Map.of("action", "accept"), Optional.of(supervisor), Duration.ofSeconds(3)));
            assertThat(supervisor.timeouts).containsExactly(Duration.ofSeconds(3));
        }

        private FakeCall call(Map<String, Object> arguments) {
            return new FakeCall(arguments, Optional.of(supervisor), Duration.ofSeconds(30));
        }
    }

    @Test
    void beforeunloadTellsWhatBecameOfTheNavigation() {
        FakeSupervisor supervisor =
                new FakeSupervisor(new DialogOutcome(dialog(DialogType.BEFOREUNLOAD), Optional.of("refused")));
        ToolResult result =
                tool.call(new FakeCall(Map.of("action", "dismiss"), Optional.of(supervisor), Duration.ofSeconds(30)));
        assertThat(result.fields()).containsEntry("navigation", "refused");
    }

    @Test
    void refusalOfTheSupervisorPassesThrough() {
        BrowserException refusal = new BrowserException(
                ErrorCode.DIALOG_ALREADY_CLOSED, "d-1 is closed.", Map.of("closed_by", "watchdog"));
        FakeSupervisor supervisor = new FakeSupervisor(refusal);
        FakeCall call = new FakeCall(Map.of("action", "accept"), Optional.of(supervisor), Duration.ofSeconds(30));
        assertThatThrownBy(() -> tool.call(call)).isSameAs(refusal);
    }

    private static PendingDialog dialog(DialogType type) {
        return new PendingDialog("d-1", type, "Name?", "", Instant.ofEpochSecond(1_650_000_000), "F", "S", true);
    }
}
