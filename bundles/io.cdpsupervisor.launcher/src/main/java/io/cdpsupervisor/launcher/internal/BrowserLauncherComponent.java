package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.launcher.BrowserLauncher;
import io.cdpsupervisor.api.launcher.LaunchRequest;
import io.cdpsupervisor.api.launcher.LaunchedBrowser;
import java.nio.file.Path;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

/** The launcher as the using bundle gets it: an instance a bundle, so that it is known whose leases they are. */
@Component(scope = ServiceScope.BUNDLE)
public final class BrowserLauncherComponent implements BrowserLauncher {
    private final BundleLauncher launcher;

    @Activate
    public BrowserLauncherComponent(ComponentContext context, @Reference LauncherComponent shared) {
        Bundle user = context.getUsingBundle();
        Bundle framework = context.getBundleContext().getBundle(Constants.SYSTEM_BUNDLE_LOCATION);
        launcher = new BundleLauncher(
                shared.launcher(), () -> user.getState() == Bundle.STOPPING && framework.getState() != Bundle.STOPPING);
    }

    @Override
    public LaunchedBrowser launch(LaunchRequest request) {
        return launcher.launch(request);
    }

    @Override
    public Path executable() {
        return launcher.executable();
    }

    @Deactivate
    void deactivate() {
        launcher.close();
    }
}
