package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A page that answers each method the way the test says, when the reply is asked for; what happens to the page
 * meanwhile is put into the snapshot by those answers. Confined to its test.
 */
final class FakeCdp implements TaskCdp {

    /** What was sent, in order. */
    record Sent(CdpRoute route, String method, Map<String, ?> params, Duration timeout) {}

    final List<Sent> sent = new ArrayList<>();
    int finished;
    SupervisorSnapshot snapshot;
    private final Map<String, Function<Sent, Map<String, Object>>> answers = new HashMap<>();

    FakeCdp(SupervisorSnapshot snapshot) {
        this.snapshot = snapshot;
    }

    FakeCdp on(String method, Function<Sent, Map<String, Object>> answer) {
        answers.put(method, answer);
        return this;
    }

    FakeCdp on(String method, Map<String, Object> answer) {
        return on(method, sent -> answer);
    }

    /** The parameters of each command of this method. */
    List<Map<String, Object>> params(String method) {
        return sent.stream()
                .filter(command -> command.method().equals(method))
                .map(command -> Collections.<String, Object>unmodifiableMap(command.params()))
                .toList();
    }

    List<String> methods() {
        return sent.stream().map(Sent::method).toList();
    }

    @Override
    public SupervisorSnapshot snapshot() {
        return snapshot;
    }

    @Override
    public PendingReply send(CdpRoute route, String method, Map<String, ?> params, Duration timeout) {
        Sent command = new Sent(route, method, params, timeout);
        sent.add(command);
        Function<Sent, Map<String, Object>> answer = answers.get(method);
        if (answer == null) {
            throw new AssertionError("the test has no answer for " + method);
        }
        return () -> new Reply(sent.size(), session(route), answer.apply(command));
    }

    /** Nothing changes on its own here: a condition that does not hold now never will. */
    @Override
    public SupervisorSnapshot await(String what, Predicate<SupervisorSnapshot> condition, Duration timeout) {
        if (condition.test(snapshot)) {
            return snapshot;
        }
        throw new CdpTimeoutException("Waited in vain for " + what + ".", true);
    }

    @Override
    public <T> T finishing(Supplier<T> step) {
        finished++;
        return step.get();
    }

    private Optional<String> session(CdpRoute route) {
        return switch (route.kind()) {
            case BROWSER -> Optional.empty();
            case PAGE -> Optional.of("S");
            case SESSION -> Optional.of(route.id());
            case FRAME, TARGET -> Optional.of("session of " + route.id());
        };
    }

    private record Reply(long id, Optional<String> sessionId, Map<String, Object> result) implements CdpReply {
        @Override
        public String json() {
            throw new AssertionError("the tools read decoded replies");
        }
    }
}
