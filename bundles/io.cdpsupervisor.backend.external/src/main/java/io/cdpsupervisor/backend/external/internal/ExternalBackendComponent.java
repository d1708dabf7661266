package io.cdpsupervisor.backend.external.internal;

import io.cdpsupervisor.api.backend.BackendRequest;
import io.cdpsupervisor.api.backend.BackendSession;
import io.cdpsupervisor.api.backend.BrowserBackend;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The external backend as a component. */
@Component(service = BrowserBackend.class, configurationPid = "io.cdpsupervisor.backend.external")
@Designate(ocd = ExternalBackendComponent.Config.class)
public final class ExternalBackendComponent implements BrowserBackend {

    /** Applies to tasks that open a browser after a change. */
    @ObjectClassDefinition(name = "CDP Supervisor: external browser")
    public @interface Config {
        String PREFIX_ = "browser.";

        @AttributeDefinition(name = "CDP address", description = "http(s)://host:port or ws(s)://…; empty for none")
        String cdp__url() default "";
    }

    private final ExternalBackend backend;
    private volatile String address;

    @Activate
    public ExternalBackendComponent(Config config) {
        address = config.cdp__url();
        backend = new ExternalBackend(System.getenv(), () -> address);
    }

    @Modified
    void modified(Config config) {
        address = config.cdp__url();
    }

    @Override
    public String name() {
        return backend.name();
    }

    @Override
    public Acceptance accepts(BackendRequest request) {
        return backend.accepts(request);
    }

    @Override
    public BackendSession open(BackendRequest request) {
        return backend.open(request);
    }
}
