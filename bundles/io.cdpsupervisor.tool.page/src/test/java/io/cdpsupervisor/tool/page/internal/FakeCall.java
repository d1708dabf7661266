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
    private final Optional<TaskCdp> cdp;
    private final Optional<Supervisor> supervisor;
    private final Map<String, Object> arguments;

    FakeCall(TaskCdp cdp, Map<String, Object> arguments) {
        this(Optional.of(cdp), Optional.empty(), arguments);
    }

    FakeCall(TaskCdp cdp, Supervisor supervisor, Map<String, Object> arguments) {
        this(Optional.of(cdp), Optional.of(supervisor), arguments);
    }

    private FakeCall(Optional<TaskCdp> cdp, Optional<Supervisor> supervisor, Map<String, Object> arguments) {
        this.cdp = cdp;
        this.supervisor = supervisor;
        this.arguments = arguments;
    }

    /** A call of a task that has no browser. */
    static FakeCall withoutBrowser(Map<String, Object> arguments) {
        return new FakeCall(Optional.empty(), Optional.empty(), arguments);
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
        return Optional.of(supervisor.orElseThrow(() -> new AssertionError("this tool goes through cdp()")));
    }

    @Override
    public TaskCdp cdp() {
        return cdp.orElseThrow(() -> new BrowserException(ErrorCode.NO_SUPERVISOR, "No browser in this test."));
    }

    @Override
    public TaskCdp open(String url) {
        checkUrl(url);
        opened.add(url);
        return cdp();
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
