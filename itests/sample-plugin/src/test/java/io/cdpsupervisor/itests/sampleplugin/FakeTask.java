package io.cdpsupervisor.itests.sampleplugin;

import io.cdpsupervisor.api.cdp.CallOptions;
import io.cdpsupervisor.api.cdp.CapturedCdp;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorRegistry;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A task whose page answers every evaluation with its title, and a log of what was done to it. One thread. */
final class FakeTask implements SupervisorRegistry {

    private final String title;
    private final List<String> log = new ArrayList<>();
    private Optional<CdpException> refusal = Optional.empty();

    FakeTask(String title) {
        this.title = title;
    }

    void refuseWith(CdpException e) {
        refusal = Optional.of(e);
    }

    List<String> log() {
        return log;
    }

    ToolCall toolCall() {
        return new Call();
    }

    @Override
    public CapturedCdp capture(String taskId, Duration timeout) {
        log.add("capture " + taskId);
        return new Handle();
    }

    @Override
    public Supervisor getOrStart(String taskId, SupervisorSpec spec) {
        throw new AssertionError("a tool starts nothing");
    }

    @Override
    public Optional<Supervisor> find(String taskId) {
        return Optional.empty();
    }

    @Override
    public void stop(String taskId) {
        throw new AssertionError("a tool stops nothing");
    }

    private final class Handle implements CapturedCdp {

        @Override
        public String taskId() {
            return "task-1";
        }

        @Override
        public String pageSessionId() {
            return "own-session";
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public CdpReply call(String method, Map<String, ?> params, CallOptions options) {
            options.beforeSend().ifPresent(hook -> hook.check(method, options.sessionId(), params));
            log.add(method + " on " + options.sessionId().orElse("the browser"));
            refusal.ifPresent(e -> {
                throw e;
            });
            return new Reply(options.sessionId(), Map.of("result", Map.of("type", "string", "value", title)));
        }

        @Override
        public void close() {
            log.add("close");
        }
    }

    private record Reply(Optional<String> sessionId, Map<String, Object> result) implements CdpReply {

        @Override
        public long id() {
            return 1;
        }

        @Override
        public String json() {
            throw new AssertionError("the decoded result is enough");
        }
    }

    private static final class Call implements ToolCall {

        @Override
        public String taskId() {
            return "task-1";
        }

        @Override
        public Map<String, Object> arguments() {
            return Map.of();
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
        public void progress(double fraction, String message) {}

        @Override
        public Optional<Supervisor> supervisor() {
            return Optional.empty();
        }

        @Override
        public TaskCdp cdp() {
            throw new AssertionError("the sample captures");
        }

        @Override
        public TaskCdp open(String url) {
            throw new AssertionError("the sample opens nothing");
        }

        @Override
        public void checkUrl(String url) {}

        @Override
        public Map<String, Object> close() {
            return Map.of();
        }
    }
}
