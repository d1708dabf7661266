package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CapturedCdp;
import io.cdpsupervisor.api.cdp.CapturedCdpInvalidException;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorRegistry;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import java.time.Duration;
import java.util.Optional;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

/** One bundle's view of the registry: it knows whose captures these are. Safe for any thread. */
@Component(service = SupervisorRegistry.class, scope = ServiceScope.BUNDLE)
public final class SupervisorRegistryComponent implements SupervisorRegistry {

    private final SupervisorsComponent home;
    private final Captures captures;

    @Activate
    public SupervisorRegistryComponent(ComponentContext context, @Reference SupervisorsComponent home) {
        this.home = home;
        this.captures = home.capturesOf(context.getUsingBundle());
    }

    @Deactivate
    void deactivate() {
        home.release(captures);
    }

    @Override
    public Supervisor getOrStart(String taskId, SupervisorSpec spec) {
        return home.supervisors().getOrStart(taskId, spec);
    }

    @Override
    public Optional<Supervisor> find(String taskId) {
        return home.supervisors().find(taskId).map(s -> s);
    }

    @Override
    public CapturedCdp capture(String taskId, Duration timeout) {
        return captures.capture(
                home.supervisors()
                        .find(taskId)
                        .orElseThrow(() -> new CapturedCdpInvalidException("Task " + taskId
                                + " has no browser. Call browser_navigate first, then capture again.")),
                timeout);
    }

    @Override
    public void stop(String taskId) {
        home.supervisors().stop(taskId);
    }
}
