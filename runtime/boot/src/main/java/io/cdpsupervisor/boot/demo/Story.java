package io.cdpsupervisor.boot.demo;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * The main job on real input, step by step: what an agent asks for goes over MCP, what an operator does goes through the
 * framework. Used by one thread.
 */
public final class Story {

    private static final String BACKEND = "io.cdpsupervisor.backend.local";
    private static final String PLUGIN_TOOL = "sample_title";

    private final Steps steps;
    private final McpClient agent;
    private final BundleContext framework;
    private final DemoSite site;
    private final Path plugin;
    private final Browsers browsers;

    /**
     * @param plugin jar of the sample plug-in
     * @param home of the host
     */
    public Story(PrintStream out, McpClient agent, BundleContext framework, DemoSite site, Path plugin, Path home)
            throws IOException {
        this.steps = new Steps(out);
        this.agent = agent;
        this.framework = framework;
        this.site = site;
        this.plugin = plugin;
        this.browsers = Browsers.newIn(home);
    }

    /**
     * Tells it from the first page to the last process.
     *
     * @param ended whether the framework has stopped by itself; waits for it for a while
     */
    public void tell(BooleanSupplier ended) throws StoryException {
        steps.step("the host answers", () -> agent.initialize() + " offers " + String.join(", ", agent.tools()));
        steps.step("a page opens", this::openPage);
        steps.step("the snapshot shows its tree", this::snapshotShowsTree);
        steps.step("the page asks, and the snapshot still answers", this::snapshotAnswersUnderDialog);
        steps.step("the agent accepts", this::acceptDialog);
        steps.step("the page shows the answer", this::pageShowsAnswer);
        steps.step("a page with a cross-origin frame opens", this::openPageWithGuest);
        steps.step("the frame is evaluated", this::evaluateInGuest);
        tellOfPlugin();
        steps.step("the backend is updated under a running browser", this::updateBackend);
        steps.step("the task is closed", this::closeTask);
        steps.step("everything has ended", () -> everythingEnds(ended));
    }

    private void tellOfPlugin() throws StoryException {
        Bundle[] installed = new Bundle[1];
        steps.step("a plug-in is installed", () -> {
            installed[0] = framework.installBundle("reference:" + plugin.toUri());
            installed[0].start();
            List<String> tools = Steps.until(t -> t.contains(PLUGIN_TOOL), PLUGIN_TOOL, agent::tools);
            return tools.size() + " tools, " + PLUGIN_TOOL + " among them";
        });
        steps.step("its tool is called", () -> {
            JsonObject result = succeed(PLUGIN_TOOL, JsonValue.EMPTY_JSON_OBJECT);
            expect(result.getString("title", "").equals("A page with a guest"), "the page's title", result);
            return "title '" + result.getString("title") + "', checked before sending: " + result.get("checked");
        });
        steps.step("it is stopped, and its tool is gone", () -> {
            installed[0].stop();
            List<String> tools = Steps.until(t -> !t.contains(PLUGIN_TOOL), "no " + PLUGIN_TOOL, agent::tools);
            JsonObject result = agent.call(PLUGIN_TOOL, JsonValue.EMPTY_JSON_OBJECT);
            expect(result.getString("code", "").equals("tool_gone"), "tool_gone", result);
            installed[0].uninstall();
            return tools.size() + " tools, a call gets tool_gone";
        });
    }

    private String openPage() throws IOException {
        JsonObject result = navigate("/");
        String backend = result.getJsonObject("page").getString("backend");
        expect(
                backend.equals("local"),
                "a browser of our own; unset BROWSER_CDP_URL, BU_CDP_WS, BU_CDP_URL and browser.cdp_url",
                result);
        return "'" + result.getString("title") + "' in the browser with process " + onlyBrowser();
    }

    private String snapshotShowsTree() throws IOException {
        String tree = succeed("browser_snapshot", JsonValue.EMPTY_JSON_OBJECT).getString("snapshot", "");
        expect(tree.contains("Welcome") && tree.contains("[ref="), "a heading and something to act on", tree);
        return tree.lines().count() + " lines, with " + lineWith(tree, "[ref=");
    }

    private String snapshotAnswersUnderDialog() throws Exception {
        evaluate("setTimeout(ask, 100)", Json.createObjectBuilder());
        JsonObject result = Steps.until(
                r -> !r.getJsonArray("pending_dialogs").isEmpty(),
                "a pending dialog",
                () -> succeed("browser_snapshot", JsonValue.EMPTY_JSON_OBJECT));
        JsonObject dialog = result.getJsonArray("pending_dialogs").getJsonObject(0);
        expect(dialog.getString("message", "").equals("Shall we go on?"), "the page's question", dialog);
        return dialog.getString("type") + " " + dialog.getString("id") + " '" + dialog.getString("message") + "'";
    }

    private String acceptDialog() throws IOException {
        JsonObject result = succeed(
                "browser_dialog",
                Json.createObjectBuilder().add("action", "accept").build());
        return result.getString("action") + " " + result.getJsonObject("dialog").getString("id");
    }

    private String pageShowsAnswer() throws Exception {
        String tree = Steps.until(
                t -> t.contains("The answer was yes."),
                "'The answer was yes.'",
                () -> succeed("browser_snapshot", JsonValue.EMPTY_JSON_OBJECT).getString("snapshot", ""));
        return lineWith(tree, "The answer was yes.");
    }

    private String openPageWithGuest() throws Exception {
        navigate("/outer");
        JsonObject guest = guest();
        return guest.getString("url") + " in a process of its own, frame " + guest.getString("frame_id");
    }

    private String evaluateInGuest() throws Exception {
        JsonObject result = evaluate(
                "document.title + ' at ' + location.hostname",
                Json.createObjectBuilder().add("frame_id", guest().getString("frame_id")));
        JsonObject value = result.getJsonObject("result").getJsonObject("result");
        expect(value.getString("value", "").equals("The guest at localhost"), "the guest's title", result);
        return "'" + value.getString("value") + "'";
    }

    private String updateBackend() throws Exception {
        long before = onlyBrowser();
        Bundle backend = Arrays.stream(framework.getBundles())
                .filter(bundle -> BACKEND.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(BACKEND + " is not installed"));
        backend.update();
        JsonObject result = Steps.until(
                r -> r.getBoolean("success"), "a page again", () -> agent.call("browser_navigate", address("/")));
        long after = onlyBrowser();
        expect(before == after, "the same browser process " + before, after);
        return "'" + result.getString("title") + "' in the same process " + after;
    }

    private String closeTask() throws IOException {
        return "closed " + succeed("browser_close", JsonValue.EMPTY_JSON_OBJECT).getJsonObject("closed");
    }

    private String everythingEnds(BooleanSupplier ended) throws Exception {
        agent.close();
        expect(ended.getAsBoolean(), "the host to stop at the end of its input", "a host that runs on");
        Steps.until(List::isEmpty, "no browser process", browsers::pids);
        return "the host has stopped, no browser is left";
    }

    private JsonObject guest() throws Exception {
        JsonObject state = Json.createObjectBuilder().add("state_only", true).build();
        JsonObject result = Steps.until(
                r -> r.getJsonObject("frame_tree").getJsonArray("children").stream()
                        .anyMatch(child -> child.asJsonObject().getBoolean("is_oopif")),
                "an out-of-process frame",
                () -> succeed("browser_snapshot", state));
        return result.getJsonObject("frame_tree").getJsonArray("children").getJsonObject(0);
    }

    private JsonObject navigate(String path) throws IOException {
        return succeed("browser_navigate", address(path));
    }

    private JsonObject address(String path) {
        return Json.createObjectBuilder().add("url", site.address(path)).build();
    }

    private JsonObject evaluate(String expression, JsonObjectBuilder where) throws IOException {
        JsonObject params = Json.createObjectBuilder()
                .add("expression", expression)
                .add("returnByValue", true)
                .build();
        return succeed(
                "browser_cdp",
                where.add("method", "Runtime.evaluate").add("params", params).build());
    }

    private JsonObject succeed(String tool, JsonObject arguments) throws IOException {
        JsonObject result = agent.call(tool, arguments);
        expect(result.getBoolean("success", false), tool + " to succeed", result);
        return result;
    }

    private long onlyBrowser() {
        List<Long> pids = browsers.pids();
        expect(pids.size() == 1, "one browser process", pids);
        return pids.get(0);
    }

    private static String lineWith(String tree, String part) {
        return tree.lines()
                .filter(line -> line.contains(part))
                .findFirst()
                .orElse("")
                .strip();
    }

    private static void expect(boolean holds, String expected, Object got) {
        if (!holds) {
            throw new IllegalStateException("expected " + expected + ", and got " + got);
        }
    }
}
