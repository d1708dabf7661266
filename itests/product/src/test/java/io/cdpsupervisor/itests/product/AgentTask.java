package io.cdpsupervisor.itests.product;

import com.fasterxml.jackson.databind.JsonNode;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.TestSite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** One task of an agent, and the calls that it makes most. Safe for any thread. */
record AgentTask(McpHost host, TestSite site, String id) {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    ToolAnswer call(String tool, Map<String, Object> arguments) {
        return host.mcp().call(id, tool, arguments);
    }

    /** Serves a page and goes there. */
    ToolAnswer open(String path, String html) {
        return navigate(site.page(path, html).a(path)).ok();
    }

    ToolAnswer navigate(String url) {
        return call("browser_navigate", Map.of("url", url));
    }

    ToolAnswer snapshot() {
        return call("browser_snapshot", Map.of()).ok();
    }

    ToolAnswer cdp(String method, Map<String, Object> params) {
        return call("browser_cdp", Map.of("method", method, "params", params));
    }

    ToolAnswer evaluate(String expression) {
        return cdp("Runtime.evaluate", script(expression));
    }

    /** The same on a frame, target or session. */
    ToolAnswer evaluateOn(String idKind, String id, String expression) {
        return call("browser_cdp", Map.of("method", "Runtime.evaluate", "params", script(expression), idKind, id));
    }

    /** Begins an evaluation that waits for a promise. */
    CompletableFuture<ToolAnswer> evaluating(String expression) {
        CompletableFuture<ToolAnswer> answer = new CompletableFuture<>();
        Thread caller = new Thread(() -> answer.complete(evaluate(expression)), "caller");
        caller.setDaemon(true);
        caller.start();
        return answer;
    }

    /** Lets the page run a script by itself. */
    void later(String script) {
        evaluate("setTimeout(() => { " + script + " }, 0); 0").ok();
    }

    /** The dialog that is open, once there is one. */
    JsonNode pending() {
        return Await.value(
                LIMIT,
                "a dialog is open",
                () -> Optional.of(snapshot().at("/pending_dialogs/0")).filter(d -> !d.isMissingNode()));
    }

    ToolAnswer answer(String action) {
        return call("browser_dialog", Map.of("action", action));
    }

    /** What has become of a dialog, once it is over. */
    JsonNode closed(String dialogId) {
        return Await.value(
                LIMIT,
                "the end of " + dialogId,
                () -> children(snapshot().at("/recent_dialogs"))
                        .filter(d -> d.path("id").asText().equals(dialogId))
                        .findFirst());
    }

    /** The frames of the page but the top one. */
    List<JsonNode> frames() {
        return children(snapshot().at("/frame_tree/children")).toList();
    }

    private static Stream<JsonNode> children(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static Map<String, Object> script(String expression) {
        return Map.of("expression", expression, "returnByValue", true, "awaitPromise", true, "userGesture", true);
    }

    /** A real click, without which a page is not asked before it is left. */
    void click() {
        for (String type : List.of("mousePressed", "mouseReleased")) {
            cdp("Input.dispatchMouseEvent", Map.of("type", type, "x", 20, "y", 20, "button", "left", "clickCount", 1))
                    .ok();
        }
    }
}
