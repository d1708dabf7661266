package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolCall;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** {@code browser_navigate}: opens an address, and a browser for it where there is none yet. Safe for any thread. */
final class NavigateTool implements BrowserTool {

    private static final int SNAPSHOT_CHARS = 3_000;

    private static final ToolDefinition DEFINITION = new ToolDefinition(
            "browser_navigate",
            "Opens a URL in the task's page, starting a browser if there is none, waits until it has loaded and shows"
                    + " the beginning of it. browser_snapshot shows the rest.",
            schema(),
            Map.of("readOnlyHint", false, "openWorldHint", true),
            OnDialog.SUCCEED,
            "timeout_s",
            Duration.ofSeconds(60));

    private final PageReader reader;

    NavigateTool(PageReader reader) {
        this.reader = reader;
    }

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public boolean runsDuringDialog(Map<String, Object> arguments) {
        return new Arguments(arguments).flag("force");
    }

    @Override
    public ToolResult call(ToolCall call) {
        Arguments arguments = new Arguments(call.arguments());
        String address = Address.of(arguments.text("url").orElseThrow());
        TaskCdp cdp = call.open(address);
        Map<String, Object> fields = new LinkedHashMap<>();
        new Navigation(call, cdp, address, arguments.flag("force")).run().into(fields);
        beginning(call, cdp).ifPresent(text -> text.into(fields));
        return ToolResult.okWithState(fields);
    }

    /** A page that has loaded and cannot be read is no failed navigation: it is shown without text. */
    private Optional<PageText> beginning(ToolCall call, TaskCdp cdp) {
        try {
            return Optional.of(reader.read(call, cdp, TaskPage.own(cdp.snapshot()), SNAPSHOT_CHARS));
        } catch (CdpErrorException | CdpTimeoutException e) {
            return Optional.empty();
        }
    }

    private static Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("url", Schema.word("Where to go."));
        properties.put("timeout_s", Schema.number("Seconds to wait for the load, default 60.", 1, 600));
        properties.put("force", Schema.flag("Leave even if an open dialog blocks the page."));
        return Schema.object(properties, "url");
    }
}
