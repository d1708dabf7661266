package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolCall;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** {@code browser_screenshot}: the page, all of it, or one element, as a picture. Safe for any thread. */
final class ScreenshotTool implements BrowserTool {

    private static final ToolDefinition DEFINITION = new ToolDefinition(
            "browser_screenshot",
            "Takes a PNG picture of what the page's window shows, of the whole page, or of one element. To read or act,"
                    + " browser_snapshot is cheaper.",
            schema(),
            Map.of("readOnlyHint", true),
            OnDialog.FAIL);

    private final ElementFinder elements;

    ScreenshotTool(ElementFinder elements) {
        this.elements = elements;
    }

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public ToolResult call(ToolCall call) {
        Arguments arguments = new Arguments(call.arguments());
        boolean whole = arguments.flag("full_page");
        Optional<String> ref = arguments.text("ref");
        if (whole && ref.isPresent()) {
            throw new BrowserException(
                    ErrorCode.INVALID_ARGUMENT,
                    "full_page and ref exclude each other: leave out full_page for a picture of " + ref.get() + ".");
        }
        TaskCdp cdp = call.cdp();
        TaskPage page = TaskPage.of(arguments, cdp.snapshot());
        Camera camera = new Camera(call, cdp, page);
        Picture picture = ref.map(name -> camera.of(elements.find(call, cdp, page, name)))
                .orElseGet(() -> whole ? camera.wholePage() : camera.window());
        Map<String, Object> fields = new LinkedHashMap<>();
        picture.into(fields);
        return ToolResult.ok(fields).withImage(picture.png());
    }

    private static Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("full_page", Schema.flag("The page to its end, also what is out of view."));
        properties.put("ref", Schema.word("One element, by its ref of the last browser_snapshot, e.g. e5."));
        properties.put(TaskPage.ARGUMENT, Schema.popup());
        return Schema.object(properties);
    }
}
