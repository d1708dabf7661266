package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolCall;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code browser_cdp}: one raw protocol command. Safe for any thread. */
final class CdpTool implements BrowserTool {

    private static final List<String> IDS = List.of("frame_id", "target_id", "session_id");

    /** Commands of a page that the browser process answers, so that a frozen page does not hold them up. */
    private static final Set<String> ANSWERED_BY_BROWSER =
            Set.of("Page.navigate", "Page.handleJavaScriptDialog", "Page.reload", "Page.close");

    /** Commands that take an address for a page to go to. */
    private static final Set<String> GOES_SOMEWHERE = Set.of("Page.navigate", "Target.createTarget");

    private static final ToolDefinition DEFINITION = new ToolDefinition(
            "browser_cdp",
            "Sends one Chrome DevTools Protocol command to the task's page, or to an out-of-process iframe (frame_id"
                    + " from frame_tree), another target or a session. For what no other tool does: Runtime.evaluate,"
                    + " cookies, emulation.",
            schema(),
            Map.of("readOnlyHint", false),
            OnDialog.FAIL,
            "timeout",
            Duration.ofSeconds(30));

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public boolean runsDuringDialog(Map<String, Object> arguments) {
        String method = (String) arguments.get("method");
        return toBrowser(method) || ANSWERED_BY_BROWSER.contains(method);
    }

    @Override
    public ToolResult call(ToolCall call) {
        Arguments arguments = new Arguments(call.arguments());
        String method = arguments.text("method").orElseThrow();
        Map<String, Object> params = arguments.map("params");
        CdpRoute route = route(arguments, method);
        TaskCdp cdp = call.cdp();
        if (GOES_SOMEWHERE.contains(method) && params.get("url") instanceof String url) {
            call.checkUrl(url);
        }
        CdpReply reply = cdp.call(route, method, params, call.remaining());
        return result(arguments, method, reply);
    }

    private static CdpRoute route(Arguments arguments, String method) {
        List<String> given =
                IDS.stream().filter(id -> arguments.text(id).isPresent()).toList();
        if (given.size() > 1) {
            throw new BrowserException(
                    ErrorCode.INVALID_ARGUMENT,
                    String.join(" and ", given) + " exclude each other: give the one that names where " + method
                            + " is to run.");
        }
        if (given.isEmpty()) {
            return toBrowser(method) ? CdpRoute.BROWSER : CdpRoute.PAGE;
        }
        String id = arguments.text(given.get(0)).orElseThrow();
        return switch (given.get(0)) {
            case "frame_id" -> CdpRoute.frame(id);
            case "target_id" -> CdpRoute.target(id);
            default -> CdpRoute.session(id);
        };
    }

    private static ToolResult result(Arguments arguments, String method, CdpReply reply) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("method", method);
        fields.put("result", ReplyRedaction.of(method, reply.result()));
        IDS.forEach(id -> arguments.text(id).ifPresent(value -> fields.put(id, value)));
        if (fields.size() > 2) {
            reply.sessionId().ifPresent(session -> fields.put("session_id", session));
        }
        return ToolResult.ok(fields);
    }

    private static boolean toBrowser(String method) {
        return method.startsWith("Target.") || method.startsWith("Browser.");
    }

    private static Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(
                "method", Schema.word("E.g. Runtime.evaluate. Target.* and Browser.* go to the browser itself."));
        properties.put("params", Schema.map("The command's parameters."));
        properties.put("frame_id", Schema.word("An out-of-process frame (is_oopif) of frame_tree."));
        properties.put("target_id", Schema.word("Another page or target. At most one of the three ids."));
        properties.put("session_id", Schema.word("A session by its id."));
        properties.put("timeout", Schema.number("Seconds, default 30.", 1, 300));
        return Schema.object(properties, "method");
    }
}
