package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A call of task {@code default} with half a minute left; addresses with "forbidden" in them are. Confined to its test. */
final class FakeCall implements ToolCall {

    final List<String> opened = new ArrayList<>();
    private final TaskCdp cdp;
    private final Map<String, Object> arguments;

    FakeCall(TaskCdp cdp, Map<String, Object> arguments) {
        this.cdp = cdp;
        this.arguments = arguments;
    }

    @Override
    public String taskId() {
        return "default";
    }

    @Override
    public Map<String, Object> arguments() {
        return arguments;
    }

    @Override
    public Duration remaining() {
        return Duration.ofSeconds(30);
    }

    @Override
    public boolean cancelled() {
        return false;
    }

    @Override
    public void progress(double fraction, String message) {
        throw new AssertionError("no page tool reports progress");
    }

    @Override
    public Optional<Supervisor> supervisor() {
        throw new AssertionError("the page tools go through cdp()");
    }

    @Override
    public TaskCdp cdp() {
        return cdp;
    }

    @Override
    public TaskCdp open(String url) {
        checkUrl(url);
        opened.add(url);
        return cdp;
    }

    @Override
    public void checkUrl(String url) {
        if (url.contains("forbidden")) {
            throw new BrowserException(ErrorCode.URL_BLOCKED, "Forbidden by the test.");
        }
    }

    @Override
    public Map<String, Object> close() {
        return Map.of("page", true, "browser", true, "left", List.of());
    }
}
