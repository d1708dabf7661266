package io.cdpsupervisor.backend.local.internal;

import io.cdpsupervisor.api.backend.BackendRequest;
import io.cdpsupervisor.api.backend.BackendSession;
import io.cdpsupervisor.api.backend.BrowserBackend;
import io.cdpsupervisor.api.launcher.BrowserLauncher;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;

/** Publishes {@link LocalBackend}. */
@Component(configurationPid = "io.cdpsupervisor.backend.local")
public final class LocalBackendComponent implements BrowserBackend {
    private final LocalBackend backend;

    /** The keys of {@code io.cdpsupervisor.backend.local}; two underscores stand for one. */
    public @interface Config {
        String PREFIX_ = "browser.";

        String user__data__dir() default "";
    }

    @Activate
    public LocalBackendComponent(@Reference BrowserLauncher launcher, Config config) {
        backend = new LocalBackend(launcher, config.user__data__dir());
    }

    @Modified
    void modified(Config config) {
        backend.apply(config.user__data__dir());
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
