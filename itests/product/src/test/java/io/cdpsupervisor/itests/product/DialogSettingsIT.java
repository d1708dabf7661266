package io.cdpsupervisor.itests.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cdpsupervisor.testkit.TestSite;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the operator has said about dialogs, and how far it reaches. */
class DialogSettingsIT {

    @TempDir
    Path folder;

    private TestSite site;
    private RecordedChromium chromium;

    @BeforeEach
    void prepare() throws Exception {
        site = TestSite.start();
        chromium = new RecordedChromium(folder);
    }

    @AfterEach
    void cleanUp() {
        chromium.close();
        site.close();
    }

    @Test
    void underAutoDismissPagesGoOnAndANavigationCanBeRefused() throws Exception {
        try (McpHost host = ready("browser.dialog_policy=auto_dismiss")) {
            AgentTask task = new AgentTask(host, site, "t");
            task.open(
                    "/unsaved",
                    "<input><script>onbeforeunload = e => { e.preventDefault(); e.returnValue = 'x' }</script>");
            assertThat(task.evaluate("[confirm('c'), prompt('p', 'd'), String(alert('a'))].join()")
                            .ok()
                            .value()
                            .asText())
                    .isEqualTo("false,,undefined");
            assertThat(task.snapshot().at("/pending_dialogs")).isEmpty();
            assertThat(task.snapshot().at("/recent_dialogs").findValuesAsText("closed_by"))
                    .containsExactly("auto_policy", "auto_policy", "auto_policy");

            task.click();
            ToolAnswer refused =
                    task.navigate(site.page("/next", "<title>Next</title>").a("/next"));
            assertThat(refused.code()).isEqualTo("refused_to_leave");
            assertThat(task.evaluate("location.href").value().asText()).isEqualTo(site.a("/unsaved"));
        }
    }

    @Test
    void dialogThatNobodyAnswersIsDismissedAfterTheConfiguredTime() throws Exception {
        try (McpHost host = ready("browser.dialog_timeout_s=1")) {
            AgentTask task = new AgentTask(host, site, "t");
            task.open("/prompts", "<title>Prompts</title>");
            task.later("window.got = String(prompt('x', 'd'))");
            JsonNode dialog = task.pending();
            assertThat(dialog.path("default_prompt").asText()).isEqualTo("d");
            JsonNode closed = task.closed(dialog.path("id").asText());
            assertThat(closed.path("closed_by").asText()).isEqualTo("watchdog");
            assertThat(closed.path("closed_at").asDouble()
                            - closed.path("opened_at").asDouble())
                    .isGreaterThanOrEqualTo(0.9);
            assertThat(task.evaluate("window.got").value().asText()).isEqualTo("null");
        }
    }

    private McpHost ready(String setting) throws Exception {
        return McpHost.ready(folder.resolve("home"), chromium, "--set", setting);
    }
}
