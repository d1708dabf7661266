package io.cdpsupervisor.itests.sampleplugin;

import io.cdpsupervisor.api.cdp.CallOptions;
import io.cdpsupervisor.api.cdp.CapturedCdp;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.supervisor.SupervisorRegistry;
import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolCall;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import java.time.Duration;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The tool {@code sample_title}: reads the page's title over a captured connection. Publishing it as a service is all
 * it takes to be offered to agents, and it is offered no longer the moment this bundle stops. Safe for any thread.
 */
@Component
public final class TitleTool implements BrowserTool {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final SupervisorRegistry supervisors;

    @Activate
    public TitleTool(@Reference SupervisorRegistry supervisors) {
        this.supervisors = supervisors;
    }

    @Override
    public ToolDefinition definition() {
        return new ToolDefinition(
                "sample_title",
                "Reads the title of the page.",
                Map.of("type", "object", "properties", Map.of(), "additionalProperties", false),
                Map.of("readOnlyHint", true),
                // a page that shows a dialog evaluates nothing: let the host answer the agent at once
                OnDialog.FAIL);
    }

    /** Failures need no code: the exceptions of the API carry what the agent is told. */
    @Override
    public ToolResult call(ToolCall call) {
        EvaluateOnly hook = new EvaluateOnly();
        // closing the handle detaches our session; should this bundle stop meanwhile, that is done for us
        try (CapturedCdp cdp = supervisors.capture(call.taskId(), LIMIT)) {
            CdpReply reply = cdp.call(
                    "Runtime.evaluate",
                    Map.of("expression", "document.title", "returnByValue", true),
                    CallOptions.session(cdp.pageSessionId(), LIMIT).withBeforeSend(hook));
            return ToolResult.ok(Map.of("title", value(reply), "checked", hook.checked()));
        }
    }

    private static String value(CdpReply reply) {
        Map<?, ?> remoteObject = (Map<?, ?>) reply.result().get("result");
        return String.valueOf(remoteObject.get("value"));
    }
}
