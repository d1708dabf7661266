package io.cdpsupervisor.itests.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.TestSite;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Pages that cannot go on: what an agent is told, what it can do, and what it can still do beside. */
class BlockedPagesIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    static Path folder;

    private static TestSite site;
    private static RecordedChromium chromium;
    private static McpHost host;

    private final AgentTask task;

    BlockedPagesIT(TestInfo test) {
        task = new AgentTask(host, site, test.getDisplayName());
    }

    @BeforeAll
    static void start() throws Exception {
        site = TestSite.start();
        chromium = new RecordedChromium(folder);
        host = McpHost.ready(folder.resolve("home"), chromium);
    }

    @AfterAll
    static void end() throws Exception {
        host.close();
        chromium.close();
        site.close();
    }

    @Test
    void neitherSnapshotNorAnswerWaitsBehindAnotherCall() throws Exception {
        task.open("/waits", "<title>Waits</title>");
        CompletableFuture<ToolAnswer> waiting = task.evaluating("new Promise(() => {})");
        assertThat(task.snapshot().at("/page/state").asText()).isEqualTo("ok");
        assertThat(task.answer("accept").code()).isEqualTo("no_dialog");
        assertThat(waiting).isNotDone();

        task.later("window.got = confirm('save?')");
        ToolAnswer released = waiting.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(released.code()).isEqualTo("blocked_by_dialog");
        assertThat(released.at("/blocked_by_dialog/message").asText()).isEqualTo("save?");
        task.answer("accept").ok();
        assertThat(task.evaluate("window.got").value().asBoolean()).isTrue();
    }

    @Test
    void callThatWaitsComesBackSoonAfterTheDialogHasOpened() throws Exception {
        task.open("/late", "<title>Late</title>");
        ToolAnswer released = task.evaluate("new Promise(() => setTimeout(() => alert('late'), 300))");
        assertThat(released.code()).isEqualTo("blocked_by_dialog");
        Instant opened = Instant.ofEpochMilli(
                (long) (released.at("/blocked_by_dialog/opened_at").asDouble() * 1000));
        assertThat(Duration.between(opened, Instant.now())).isLessThan(Duration.ofSeconds(2));
        Instant asked = Instant.now();
        assertThat(task.snapshot().at("/page/state").asText()).isEqualTo("blocked_by_dialog");
        assertThat(Duration.between(asked, Instant.now())).isLessThan(Duration.ofSeconds(2));
        task.answer("accept").ok();
    }

    @Test
    void pageThatAsksBeforeItIsLeftStaysOrGoesAsAnswered() {
        String next = site.page("/elsewhere", "<title>Elsewhere</title>").a("/elsewhere");
        task.open(
                "/unsaved",
                "<input><script>onbeforeunload = e => { e.preventDefault(); e.returnValue = 'x' }</script>");
        task.click();

        ToolAnswer asked = task.navigate(next).ok();
        assertThat(asked.at("/blocked_by_dialog/type").asText()).isEqualTo("beforeunload");
        assertThat(asked.at("/blocked_by_dialog/message").asText()).isEmpty();
        assertThat(task.answer("dismiss").ok().at("/navigation").asText()).isEqualTo("refused");
        assertThat(task.evaluate("location.href").value().asText()).isEqualTo(site.a("/unsaved"));

        task.navigate(next).ok();
        assertThat(task.answer("accept").ok().at("/navigation").asText()).isEqualTo("continued");
        Await.until(
                LIMIT,
                "the next page",
                () -> task.evaluate("location.href").value().asText().equals(next));
    }

    @Test
    void whatTheBrowserAnswersGoesThroughUnderADialog() {
        task.open("/raw", "<title>Raw</title>");
        task.later("window.got = confirm('raw?')");
        String dialog = task.pending().path("id").asText();

        ToolAnswer refused = task.evaluate("1 + 1");
        assertThat(refused.code()).isEqualTo("blocked_by_dialog");
        assertThat(refused.error()).contains("browser_dialog");
        assertThat(task.cdp("Browser.getVersion", Map.of())
                        .ok()
                        .at("/result/product")
                        .asText())
                .isNotEmpty();
        assertThat(task.cdp("Target.getTargets", Map.of()).ok().at("/result/targetInfos"))
                .isNotEmpty();
        task.cdp("Page.handleJavaScriptDialog", Map.of("accept", true)).ok();

        assertThat(task.closed(dialog).path("closed_by").asText()).isEqualTo("remote");
        assertThat(task.evaluate("window.got").value().asBoolean()).isTrue();
    }

    @Test
    void navigateWithForceLeavesTheDialogBehind() {
        task.open("/stuck", "<title>Stuck</title>");
        task.later("confirm('stay?')");
        String dialog = task.pending().path("id").asText();
        String url = site.page("/away", "<title>Away</title>").a("/away");

        assertThat(task.navigate(url).code()).isEqualTo("blocked_by_dialog");
        ToolAnswer left =
                task.call("browser_navigate", Map.of("url", url, "force", true)).ok();

        assertThat(left.at("/title").asText()).isEqualTo("Away");
        assertThat(task.closed(dialog).path("closed_by").asText()).isEqualTo("remote");
    }

    @Test
    void staleIdsAreToldApart() {
        task.open("/ids", "<title>Ids</title>");
        String nobody = "0".repeat(32);
        assertThat(task.evaluateOn("frame_id", nobody, "window.hit = 1").code()).isEqualTo("frame_not_found");
        assertThat(task.evaluateOn("target_id", nobody, "window.hit = 1").code())
                .isEqualTo("tab_gone");
        assertThat(task.evaluateOn("session_id", nobody, "window.hit = 1").code())
                .isEqualTo("session_gone");
        assertThat(task.evaluate("typeof hit").value().asText()).isEqualTo("undefined");

        task.later("alert('one')");
        String dialog = task.pending().path("id").asText();
        ToolAnswer unknown = task.call("browser_dialog", Map.of("action", "accept", "dialog_id", "d-77"));
        assertThat(unknown.code()).isEqualTo("dialog_not_found");
        assertThat(unknown.error()).contains(dialog);
        Map<String, Object> meant = Map.of("action", "accept", "dialog_id", dialog);
        task.call("browser_dialog", meant).ok();
        ToolAnswer again = task.call("browser_dialog", meant);
        assertThat(again.code()).isEqualTo("dialog_already_closed");
        assertThat(again.at("/closed_by").asText()).isEqualTo("agent");
    }

    @Test
    void crashedPageIsNamedAndNavigateBringsItBack() throws Exception {
        task.open("/crashes", "<title>Crashes</title>");
        CompletableFuture<ToolAnswer> waiting = task.evaluating("new Promise(() => {})");
        assertThat(task.cdp("Page.crash", Map.of()).code()).isEqualTo("target_crashed");
        assertThat(waiting.get(LIMIT.toSeconds(), TimeUnit.SECONDS).code()).isEqualTo("target_crashed");
        assertThat(task.evaluate("1").code()).isEqualTo("target_crashed");
        assertThat(task.snapshot().at("/page/state").asText()).isEqualTo("crashed");

        assertThat(task.open("/again", "<title>Again</title>").at("/title").asText())
                .isEqualTo("Again");
        assertThat(task.snapshot().at("/page/state").asText()).isEqualTo("ok");
    }

    @Test
    void snapshotShowsIframesInTheirPlaces() {
        site.page("/remote", "<button>remote button</button>");
        task.open(
                "/places",
                "<button>before</button><iframe srcdoc='<button>local button</button>'></iframe><iframe src='"
                        + site.b("/remote") + "'></iframe><button>after</button>");
        Await.until(
                LIMIT,
                "every frame is in the text",
                () -> task.snapshot()
                        .at("/snapshot")
                        .asText()
                        .matches("(?s).*before.*local button.*remote button.*after.*"));
    }

    @Test
    void ofSixtyFramesThirtyAreListedWithAHint() {
        site.page("/little", "<p>little");
        StringBuilder html = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            html.append("<iframe width=9 height=9 src='")
                    .append(site.a("/little?" + i))
                    .append("'></iframe>");
        }
        task.open("/sixty", html.toString());
        JsonNode tree = task.snapshot().at("/frame_tree");
        assertThat(tree.path("truncated").asBoolean()).isTrue();
        assertThat(tree.path("hint").asText()).contains("Page.getFrameTree");
        assertThat(tree.at("/top/url").asText()).isEqualTo(site.a("/sixty"));
        assertThat(task.frames()).hasSize(30);
        for (int i = 0; i < 30; i++) {
            assertThat(task.frames().get(i).path("url").asText()).isEqualTo(site.a("/little?" + i));
        }
    }

    @Test
    void pageOfAnotherTaskIsInUse() {
        AgentTask owner = new AgentTask(host, site, "the owner");
        AgentTask other = new AgentTask(host, site, "the other");
        owner.open("/owned", "<title>Owned</title>");
        other.open("/foreign", "<title>Foreign</title>");
        String target = owner.snapshot().at("/page/target_id").asText();

        ToolAnswer refused = other.evaluateOn("target_id", target, "document.title = 'stolen'");

        assertThat(refused.code()).isEqualTo("target_in_use");
        assertThat(refused.error()).contains("the owner");
        other.call("browser_close", Map.of()).ok();
        assertThat(owner.evaluate("document.title").value().asText()).isEqualTo("Owned");
    }
}
