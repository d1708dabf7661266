package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.transport.CdpConnector;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;

/** The one launcher of this process, for the facades of this bundle. */
@Component(service = LauncherComponent.class, immediate = true, configurationPid = "io.cdpsupervisor.launcher")
public final class LauncherComponent {
    private static final Duration PARK_TIME = Duration.ofSeconds(30);

    private final ChromiumLauncher launcher;

    /** The keys of {@code io.cdpsupervisor.launcher}. */
    public @interface Config {
        String PREFIX_ = "browser.";

        boolean headed() default false;

        String sandbox() default "auto";

        String executable() default "";

        String args() default "";
    }

    @Activate
    public LauncherComponent(BundleContext context, @Reference CdpConnector connector, Config config)
            throws IOException {
        Bundle framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION);
        launcher = new ChromiumLauncher(
                home(context),
                System.getenv(),
                connector,
                settings(config),
                PARK_TIME,
                () -> framework.getState() == Bundle.STOPPING);
        launcher.startSweeping();
    }

    @Modified
    void modified(Config config) {
        launcher.apply(settings(config));
    }

    @Deactivate
    void deactivate() {
        launcher.close();
    }

    ChromiumLauncher launcher() {
        return launcher;
    }

    private static Path home(BundleContext context) {
        return Optional.ofNullable(context.getProperty("cdpsupervisor.home"))
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cdp-supervisor"));
    }

    private static LauncherSettings settings(Config config) {
        return LauncherSettings.of(config.headed(), config.sandbox(), config.executable(), config.args());
    }
}
