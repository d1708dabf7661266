package io.cdpsupervisor.tool.dialog.internal;

import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.ToolCall;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A call with fixed arguments and time; everything the dialog tool must not touch fails. Confined to its test. */
record FakeCall(Map<String, Object> arguments, Optional<Supervisor> supervisor, Duration remaining)
        implements ToolCall {

    @Override
    public String taskId() {
        return "default";
    }

    @Override
    public boolean cancelled() {
        return false;
    }

    @Override
    public void progress(double fraction, String message) {
        throw new AssertionError("an answer is too short for progress");
    }

    @Override
    public TaskCdp cdp() {
        throw new AssertionError("answers go through the supervisor, not raw commands");
    }

    @Override
    public TaskCdp open(String url) {
        throw new AssertionError("the dialog tool opens nothing");
    }

    @Override
    public void checkUrl(String url) {
        throw new AssertionError("the dialog tool goes nowhere");
    }

    @Override
    public Map<String, Object> close() {
        throw new AssertionError("the dialog tool closes nothing");
    }
}
