package io.cdpsupervisor.mcp.internal;

import io.cdpsupervisor.api.host.BrowserHost;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the stdio face where the launcher lends its captured streams, and ends the host with it. Called by the
 * component runtime only.
 */
@Component(
        service = {},
        immediate = true)
public final class StdioComponent {
    private static final Logger LOG = LoggerFactory.getLogger(StdioComponent.class);

    private final StdioServer server;

    @Activate
    public StdioComponent(
            BundleContext context,
            @Reference(target = "(cdpsupervisor.stream=stdin)") InputStream stdin,
            @Reference(target = "(cdpsupervisor.stream=stdout)") OutputStream stdout,
            @Reference BrowserHost host) {
        server = new StdioServer(stdin, stdout, host, version(context), () -> stopFramework(context));
        server.start();
    }

    @Deactivate
    void deactivate() {
        server.close();
    }

    private static String version(BundleContext context) {
        return Optional.ofNullable(context.getProperty("cdpsupervisor.version"))
                .orElseGet(() -> context.getBundle().getVersion().toString());
    }

    private static void stopFramework(BundleContext context) {
        try {
            context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).stop();
        } catch (BundleException | IllegalStateException e) {
            LOG.debug("The framework is stopping already", e);
        }
    }
}
