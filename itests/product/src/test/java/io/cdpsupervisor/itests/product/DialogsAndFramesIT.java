package io.cdpsupervisor.itests.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.TestSite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** What an agent does all day, over MCP and on a real Chromium. Each test has a task, so a page, of its own. */
class DialogsAndFramesIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    static Path folder;

    private static TestSite site;
    private static RecordedChromium chromium;
    private static McpHost host;
    private static JsonNode greeting;

    private final String task;

    DialogsAndFramesIT(TestInfo test) {
        task = test.getDisplayName();
    }

    @BeforeAll
    static void start() throws Exception {
        site = TestSite.start();
        chromium = new RecordedChromium(folder);
        host = McpHost.start(
                folder.resolve("home"), "--browser", chromium.executable().toString());
        greeting = host.mcp().initialize();
    }

    @AfterAll
    static void end() throws Exception {
        host.close();
        chromium.close();
        site.close();
    }

    @Test
    void handshakeNamesServerAndProtocolAndTheToolsAreThere() {
        assertThat(greeting.at("/protocolVersion").asText()).isEqualTo("2025-06-18");
        assertThat(greeting.at("/serverInfo/name").asText()).isEqualTo("cdp-supervisor");
        assertThat(host.mcp().request("tools/list", Map.of()).findValuesAsText("name"))
                .contains("browser_navigate", "browser_snapshot", "browser_dialog", "browser_cdp", "browser_close");
    }

    @Test
    void pageAsksTheAgentAnswersThePageSeesIt() throws Exception {
        ToolAnswer page = navigate("/ask", """
                <title>Ask</title><h1>One question</h1>
                <p id=out>no answer yet</p>
                <script>function ask() { out.textContent = 'answer: ' + confirm('Sure?'); }</script>
                """);
        assertThat(page.at("/title").asText()).isEqualTo("Ask");
        assertThat(page.at("/status").asInt()).isEqualTo(200);
        assertThat(page.at("/snapshot").asText()).contains("One question", "no answer yet");

        evaluate("setTimeout(ask, 0)"); // its dialog may be faster than its reply
        ToolAnswer blocked = Await.value(
                LIMIT,
                "the snapshot lists the dialog",
                () -> Optional.of(snapshot())
                        .filter(s -> !s.at("/pending_dialogs").isEmpty()));

        assertThat(blocked.success()).isTrue();
        assertThat(blocked.at("/snapshot").isMissingNode()).isTrue();
        assertThat(blocked.at("/page/state").asText()).isEqualTo("blocked_by_dialog");
        JsonNode dialog = blocked.at("/pending_dialogs/0");
        assertThat(dialog.path("type").asText()).isEqualTo("confirm");
        assertThat(dialog.path("message").asText()).isEqualTo("Sure?");

        ToolAnswer answered = call("browser_dialog", Map.of("action", "accept")).ok();
        assertThat(answered.at("/action").asText()).isEqualTo("accept");
        assertThat(answered.at("/dialog/id")).isEqualTo(dialog.path("id"));

        assertThat(evaluate("out.textContent").value().asText()).isEqualTo("answer: true");
        ToolAnswer after = snapshot();
        assertThat(after.at("/pending_dialogs")).isEmpty();
        assertThat(after.at("/snapshot").asText()).contains("answer: true");
        assertThat(after.at("/recent_dialogs/0/closed_by").asText()).isEqualTo("agent");
    }

    @Test
    void evaluateThatOpensAnAlertIsToldOfIt() throws Exception {
        navigate("/plain", "<title>Plain</title>");

        ToolAnswer blocked = evaluate("alert('look')");

        assertThat(blocked.code()).isEqualTo("blocked_by_dialog");
        assertThat(blocked.at("/blocked_by_dialog/message").asText()).isEqualTo("look");
        assertThat(blocked.error()).contains("browser_dialog");
        call("browser_dialog", Map.of("action", "accept")).ok();
        assertThat(evaluate("1 + 1").value().asInt()).isEqualTo(2);
    }

    @Test
    void pageThatAlertsWhileItLoadsIsOpenedAndNamesTheDialog() throws Exception {
        ToolAnswer opened =
                navigate("/greeting", "<title>Greeting</title><script>alert('hello')</script><p>after the alert</p>");

        assertThat(opened.at("/blocked_by_dialog/message").asText()).isEqualTo("hello");
        assertThat(opened.at("/page/state").asText()).isEqualTo("blocked_by_dialog");
        call("browser_dialog", Map.of("action", "accept")).ok();
        Await.until(
                LIMIT,
                "the rest of the page is there",
                () -> snapshot().at("/snapshot").asText().contains("after the alert"));
    }

    @Test
    void navigateUnderADialogIsNotDoneAndNamesTheNextCall() throws Exception {
        navigate("/before", "<title>Before</title>");
        evaluate("alert('first me')");

        ToolAnswer refused = call(
                "browser_navigate",
                Map.of("url", site.page("/next", "<title>Next</title>").a("/next")));

        assertThat(refused.code()).isEqualTo("blocked_by_dialog");
        assertThat(refused.error()).contains("browser_dialog");
        call("browser_dialog", Map.of("action", "dismiss")).ok();
        assertThat(evaluate("document.title").value().asText()).isEqualTo("Before");
    }

    @Test
    void crossOriginIframeIsEvaluatedByItsFrameId() throws Exception {
        site.page("/inner", "<title>Inner</title><p id=secret>from the other site</p>");
        navigate("/outer", "<title>Outer</title><iframe src='" + site.b("/inner") + "'></iframe>");
        JsonNode frame = Await.value(LIMIT, "the iframe is in the tree", () -> frame(site.b("/inner")));
        assertThat(frame.path("is_oopif").asBoolean()).isTrue();
        assertThat(frame.path("session_id").asText()).isNotEmpty();

        ToolAnswer inside = evaluateIn(frame, "document.getElementById('secret').textContent")
                .ok();

        assertThat(inside.value().asText()).isEqualTo("from the other site");
        assertThat(inside.at("/frame_id")).isEqualTo(frame.path("frame_id"));
    }

    @Test
    void frameOfTheSameProcessIsNoTargetOfItsOwn() throws Exception {
        site.page("/child", "<title>Child</title>");
        navigate("/parent", "<title>Parent</title><iframe src='" + site.a("/child") + "'></iframe>");
        JsonNode frame = Await.value(LIMIT, "the iframe is in the tree", () -> frame(site.a("/child")));
        assertThat(frame.path("is_oopif").asBoolean()).isFalse();

        ToolAnswer refused = evaluateIn(frame, "1");

        assertThat(refused.code()).isEqualTo("not_oopif");
        assertThat(refused.error()).contains("contentWindow");
    }

    @Test
    void closedTaskHasNoPageAnyMore() throws Exception {
        navigate("/brief", "<title>Brief</title>");

        assertThat(call("browser_close", Map.of()).ok().at("/closed/page").isMissingNode())
                .isFalse();
        assertThat(evaluate("1").code()).isEqualTo("no_supervisor");
    }

    private ToolAnswer navigate(String path, String html) throws Exception {
        return call("browser_navigate", Map.of("url", site.page(path, html).a(path)))
                .ok();
    }

    private ToolAnswer evaluate(String expression) throws Exception {
        return call("browser_cdp", Map.of("method", "Runtime.evaluate", "params", script(expression)));
    }

    private ToolAnswer evaluateIn(JsonNode frame, String expression) throws Exception {
        return call(
                "browser_cdp",
                Map.of(
                        "method",
                        "Runtime.evaluate",
                        "params",
                        script(expression),
                        "frame_id",
                        frame.path("frame_id").asText()));
    }

    private static Map<String, Object> script(String expression) {
        return Map.of("expression", expression, "returnByValue", true);
    }

    private ToolAnswer snapshot() {
        return call("browser_snapshot", Map.of()).ok();
    }

    private Optional<JsonNode> frame(String url) {
        return StreamSupport.stream(snapshot().at("/frame_tree/children").spliterator(), false)
                .filter(frame -> frame.path("url").asText().equals(url))
                .findFirst();
    }

    private ToolAnswer call(String tool, Map<String, Object> arguments) {
        return host.mcp().call(task, tool, arguments);
    }
}
