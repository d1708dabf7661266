package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.cdp.CapturedCdp;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorRegistry;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A registry of {@link FakeSupervisor}s. */
final class FakeRegistry implements SupervisorRegistry {

    private final Map<String, FakeSupervisor> supervisors = new ConcurrentHashMap<>();
    private final Map<String, SupervisorSpec> specs = new ConcurrentHashMap<>();

    FakeSupervisor of(String taskId) {
        return supervisors.get(taskId);
    }

    SupervisorSpec spec(String taskId) {
        return specs.get(taskId);
    }

    @Override
    public Supervisor getOrStart(String taskId, SupervisorSpec spec) {
        specs.put(taskId, spec);
        return supervisors.computeIfAbsent(taskId, FakeSupervisor::new);
    }

    @Override
    public Optional<Supervisor> find(String taskId) {
        return Optional.ofNullable(supervisors.get(taskId));
    }

    @Override
    public CapturedCdp capture(String taskId, Duration timeout) {
        throw new AssertionError("the host captures nothing");
    }

    @Override
    public void stop(String taskId) {
        supervisors.remove(taskId);
    }
}
