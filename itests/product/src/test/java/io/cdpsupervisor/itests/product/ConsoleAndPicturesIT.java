package io.cdpsupervisor.itests.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.TestSite;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** What an agent learns of a page beside its text, over MCP and on a real Chromium. Each test has a task of its own. */
class ConsoleAndPicturesIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    static Path folder;

    private static TestSite site;
    private static RecordedChromium chromium;
    private static McpHost host;

    private final String task;

    ConsoleAndPicturesIT(TestInfo test) {
        task = test.getDisplayName();
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
    void consoleTellsWhatWasLoggedAndWhatWasThrownUntilItIsCleared() {
        navigate("/noisy", """
                <title>Noisy</title>
                <script>
                  console.warn('careful', 7);
                  setTimeout(() => { undefined.rows }, 0);
                </script>
                """);

        JsonNode thrown = Await.value(LIMIT, "the uncaught error", () -> line("exception"));

        assertThat(thrown.path("text").asText())
                .startsWith("TypeError: Cannot read properties of undefined (reading 'rows')");
        assertThat(thrown.path("url").asText()).isEqualTo(site.a("/noisy"));
        assertThat(thrown.path("ts").asDouble()).isGreaterThan(1.6e9);
        assertThat(line("warning"))
                .hasValueSatisfying(
                        line -> assertThat(line.path("text").asText()).isEqualTo("careful 7"));

        assertThat(call("browser_console", Map.of("clear", true)).ok().at("/entries"))
                .hasSize(2);
        assertThat(call("browser_console", Map.of()).ok().at("/entries")).isEmpty();
    }

    @Test
    void expressionIsAwaitedAndComesWithWhatItHasLogged() {
        navigate("/plain", "<title>Plain</title>");

        ToolAnswer answer = evaluate("console.log('asking'); fetch('/plain').then(r => ({status: r.status}))")
                .ok();

        assertThat(answer.at("/value/status").asInt()).isEqualTo(200);
        assertThat(answer.at("/type").asText()).isEqualTo("object");
        assertThat(answer.at("/entries/0/text").asText()).isEqualTo("asking");
        assertThat(evaluate("const title = await document.title; title")
                        .ok()
                        .at("/value")
                        .asText())
                .isEqualTo("Plain");
    }

    @Test
    void valuesAreShownAsAnAgentExpectsThem() {
        navigate("/values", "<title>Values</title><div id=box class='a b'>text</div>");

        assertValue("({n: NaN, big: 10n, gone: undefined, f() {}})", "{\"n\":\"NaN\",\"big\":\"10n\"}");
        assertValue("document.querySelectorAll('#box')", "[\"<div id=\\\"box\\\" class=\\\"a b\\\">\"]");
        assertValue("const circle = {list: [1]}; circle.me = circle", "{\"list\":[1],\"me\":\"[circular]\"}");
        assertValue("new Map([['when', new Date(0)]])", "[[\"when\",\"1970-01-01T00:00:00.000Z\"]]");
        assertValue(
                "new DOMRect(1, 2, 3, 4).toJSON()",
                evaluate("new DOMRect(1, 2, 3, 4)").at("/value").toString());
        assertValue("new Proxy({}, {ownKeys() { throw new Error('no') }})", "\"Error: no\"");
        assertThat(evaluate("-1 / 0").ok().at("/value").asText()).isEqualTo("-Infinity");
        assertThat(evaluate("undefined").ok().at("/type").asText()).isEqualTo("undefined");
    }

    @Test
    void largeValueIsCutAndSaysSo() {
        navigate("/large", "<title>Large</title>");

        ToolAnswer list = evaluate("Array.from({length: 1_000_000}, (_, i) => 'item ' + i)")
                .ok();
        ToolAnswer map =
                evaluate("({text: 'x'.repeat(100_000), title: document.title})").ok();

        assertThat(list.at("/truncated").asBoolean()).isTrue();
        assertThat(list.at("/value").size()).isBetween(1_000, 10_000);
        assertThat(list.at("/value/999").asText()).isEqualTo("item 999");
        assertThat(map.at("/truncated").asBoolean()).isTrue();
        assertThat(map.at("/value/text").asText()).isEqualTo("…");
        assertThat(map.at("/value/title").asText()).isEqualTo("Large");
    }

    @Test
    void expressionThatThrowsSaysWhat() {
        navigate("/plain", "<title>Plain</title>");

        ToolAnswer failure = evaluate("(async () => nobody.there)()");

        assertThat(failure.code()).isEqualTo("cdp_error");
        assertThat(failure.error()).contains("threw ReferenceError: nobody is not defined.");
    }

    @Test
    void underADialogOnlyTheLinesOfTheConsoleCome() {
        navigate("/ask", "<title>Ask</title><script>console.log('before')</script>");
        assertThat(evaluate("confirm('Sure?')").code()).isEqualTo("blocked_by_dialog");

        assertThat(call("browser_console", Map.of()).ok().at("/entries/0/text").asText())
                .isEqualTo("before");
        assertThat(evaluate("1").at("/blocked_by_dialog/message").asText()).isEqualTo("Sure?");
        assertThat(call("browser_screenshot", Map.of())
                        .at("/blocked_by_dialog/message")
                        .asText())
                .isEqualTo("Sure?");

        call("browser_dialog", Map.of("action", "accept")).ok();
        assertThat(evaluate("1").ok().at("/value").asInt()).isEqualTo(1);
    }

    @Test
    void pictureShowsTheWindowAndWithFullPageAllOfIt() throws Exception {
        navigate("/long", """
                <title>Long</title>
                <body style="margin:0; background:#00ff00">
                  <div style="height:3000px"></div><div style="height:100px; background:#ff0000"></div>
                """);

        ToolAnswer window = call("browser_screenshot", Map.of()).ok();
        ToolAnswer whole = call("browser_screenshot", Map.of("full_page", true)).ok();

        BufferedImage shown = picture(window);
        assertThat(shown.getHeight())
                .isLessThan(3000)
                .isEqualTo(window.at("/height").asInt());
        assertThat(shown.getWidth()).isEqualTo(window.at("/width").asInt());
        assertThat(color(shown, 10, 10)).isEqualTo(Color.GREEN);
        BufferedImage all = picture(whole);
        assertThat(all.getHeight()).isEqualTo(3100);
        assertThat(color(all, 10, 3050)).isEqualTo(Color.RED);
        assertThat(whole.at("/truncated").asBoolean()).isFalse();
    }

    @Test
    void pictureOfATooLongPageIsCutAndSaysSo() throws Exception {
        navigate("/endless", "<title>Endless</title><body style='margin:0'><div style='height:40000px'></div>");

        ToolAnswer whole = call("browser_screenshot", Map.of("full_page", true)).ok();

        assertThat(picture(whole).getHeight()).isEqualTo(16_384);
        assertThat(whole.at("/truncated").asBoolean()).isTrue();
    }

    @Test
    void elementInACrossOriginIframeIsCutOutFarDownThePage() throws Exception {
        site.page("/framed", """
                <body style="margin:0">
                  <div style="height:900px"></div>
                  <button style="width:120px; height:40px; border:0; margin-left:50px; background:#ff0000"></button>
                  <div style="height:900px"></div>
                """);
        navigate("/framing", """
                <title>Framing</title>
                <div style="height:2000px"></div>
                <iframe src="%s" style="margin-left:30px; border:7px solid; padding:5px; transform:scale(.5)"></iframe>
                <div style="height:2000px"></div>
                """.formatted(site.b("/framed")));
        String ref = Await.value(LIMIT, "the button has a ref", () -> ref(Map.of(), "button"));
        assertThat(snapshot(Map.of()).at("/frame_tree/children/0/is_oopif").asBoolean())
                .isTrue();

        ToolAnswer answer = call("browser_screenshot", Map.of("ref", ref)).ok();

        BufferedImage button = picture(answer);
        assertThat(List.of(button.getWidth(), button.getHeight())).isEqualTo(List.of(60, 20));
        assertThat(List.of(color(button, 1, 1), color(button, 58, 18))).containsOnly(Color.RED);
    }

    @Test
    void refOfAnEarlierPageIsRefused() {
        navigate("/one", "<title>One</title><button>Go</button>");
        String ref = ref(Map.of(), "button").orElseThrow();
        navigate("/two", "<title>Two</title><button>Go</button>");

        ToolAnswer refused = call("browser_screenshot", Map.of("ref", ref));

        assertThat(refused.code()).isEqualTo("invalid_argument");
        assertThat(refused.error()).contains(ref, "browser_snapshot");
    }

    @Test
    void popupIsReadAskedAndPhotographedByItsTargetId() throws Exception {
        site.page("/captcha", "<body style='margin:0'><button style='border:0; background:#ff0000'>Robot?</button>");
        site.page("/login", """
                <title>Log in</title>
                <body style="background:#0000ff"><input placeholder=Name>
                <iframe srcdoc="<button>Help</button>"></iframe><iframe src="%s"></iframe>
                """.formatted(site.b("/captcha")));
        navigate("/opener", "<title>Opener</title><body style='background:#00ff00'><h1>Welcome</h1>");
        evaluate("window.open('/login'), true").ok();
        String popup = Await.value(LIMIT, "the popup is there", this::popup);
        Map<String, Object> there = Map.of("target_id", popup);
        String captcha = Await.value(LIMIT, "its other site is read", () -> ref(there, "button \"Robot"));

        assertThat(snapshot(there).at("/snapshot").asText())
                .contains("textbox \"Name\"", "button \"Help\"")
                .doesNotContain("Welcome");
        assertThat(snapshot(Map.of()).at("/snapshot").asText())
                .contains("Welcome")
                .doesNotContain("Help");
        assertThat(call("browser_console", Map.of("expression", "document.title", "target_id", popup))
                        .ok()
                        .at("/value")
                        .asText())
                .isEqualTo("Log in");
        assertThat(color(picture(call("browser_screenshot", there).ok()), 1, 1)).isEqualTo(Color.BLUE);
        assertThat(color(
                        picture(call("browser_screenshot", Map.of("ref", captcha, "target_id", popup))
                                .ok()),
                        1,
                        1))
                .isEqualTo(Color.RED);
        assertThat(color(picture(call("browser_screenshot", Map.of()).ok()), 1, 1))
                .as("the page, although its popup was in front")
                .isEqualTo(Color.GREEN);
    }

    @Test
    void pageOfSomebodyElseIsNoPopup() {
        navigate("/plain", "<title>Plain</title>");

        for (String tool : List.of("browser_snapshot", "browser_screenshot")) {
            ToolAnswer refused = call(tool, Map.of("target_id", "SOMEBODYS"));
            assertThat(refused.code()).isEqualTo("tab_gone");
            assertThat(refused.error()).contains("SOMEBODYS");
        }
    }

    private void navigate(String path, String html) {
        call("browser_navigate", Map.of("url", site.page(path, html).a(path))).ok();
    }

    private ToolAnswer evaluate(String expression) {
        return call("browser_console", Map.of("expression", expression));
    }

    private void assertValue(String expression, String json) {
        assertThat(evaluate(expression).ok().at("/value").toString())
                .as(expression)
                .isEqualTo(json);
    }

    private Optional<JsonNode> line(String level) {
        JsonNode entries = call("browser_console", Map.of()).ok().at("/entries");
        return StreamSupport.stream(entries.spliterator(), false)
                .filter(entry -> entry.path("level").asText().equals(level))
                .findFirst();
    }

    private ToolAnswer snapshot(Map<String, Object> arguments) {
        return call("browser_snapshot", arguments).ok();
    }

    private Optional<String> ref(Map<String, Object> arguments, String role) {
        String text = snapshot(arguments).at("/snapshot").asText();
        return Optional.of(Pattern.compile("- " + role + ".*\\[ref=(e\\d+)]").matcher(text))
                .filter(Matcher::find)
                .map(found -> found.group(1));
    }

    private Optional<String> popup() {
        JsonNode id = snapshot(Map.of("state_only", true)).at("/page/popups/0/target_id");
        return Optional.of(id.asText()).filter(text -> !text.isEmpty());
    }

    private static BufferedImage picture(ToolAnswer answer) throws IOException {
        assertThat(answer.images()).hasSize(1);
        return ImageIO.read(new ByteArrayInputStream(answer.images().get(0)));
    }

    private static Color color(BufferedImage picture, int x, int y) {
        return new Color(picture.getRGB(x, y));
    }

    private ToolAnswer call(String tool, Map<String, Object> arguments) {
        return host.mcp().call(task, tool, arguments);
    }
}
