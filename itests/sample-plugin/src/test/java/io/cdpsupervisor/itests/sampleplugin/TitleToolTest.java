package io.cdpsupervisor.itests.sampleplugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.tool.ToolResult;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TitleToolTest {

    private final FakeTask task = new FakeTask("My page");

    @Test
    void titleComesWithTheNumberOfCheckedCommands() {
        ToolResult result = new TitleTool(task).call(task.toolCall());

        assertThat(result.success()).isTrue();
        assertThat(result.fields()).containsOnly(Map.entry("title", "My page"), Map.entry("checked", 1));
        assertThat(task.log()).containsExactly("capture task-1", "Runtime.evaluate on own-session", "close");
    }

    @Test
    void handleIsClosedAlsoWhenTheBrowserRefuses() {
        task.refuseWith(new CdpErrorException(-32000, "Cannot find context", "Runtime.evaluate"));

        assertThatThrownBy(() -> new TitleTool(task).call(task.toolCall()))
                .isInstanceOf(CdpErrorException.class)
                .hasMessageContaining("Cannot find context");
        assertThat(task.log()).endsWith("close");
    }

    @Test
    void hookVetoesEverythingButEvaluate() {
        EvaluateOnly hook = new EvaluateOnly();

        assertThatThrownBy(() -> hook.check("Page.navigate", Optional.of("s"), Map.of()))
                .hasMessage("The sample plug-in sends Runtime.evaluate only, not Page.navigate.");
        assertThat(hook.checked()).isZero();
    }
}
