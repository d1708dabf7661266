package io.cdpsupervisor.bench;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorRegistry;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.felix.framework.Felix;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/**
 * The distribution's supervisor in this JVM, as a plug-in meets it: its bundles in a framework, found as a service. Only
 * the API comes from the class path, so that both sides speak of the same types. Safe for any thread.
 */
final class Embedded implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final long STOP_LIMIT_MS = 20_000;
    /** As the distribution is configured. */
    private static final long MAX_MESSAGE_BYTES = 100L << 20;

    private final Framework framework;
    private final SupervisorRegistry registry;

    private Embedded(Framework framework) {
        this.framework = framework;
        BundleContext context = framework.getBundleContext();
        this.registry = context.getService(context.getServiceReference(SupervisorRegistry.class));
    }

    /** Starts the bundles that the supervisor needs. */
    static Embedded start(Distribution product, Path storage) throws BundleException, IOException {
        Framework framework = new Felix(Map.of(
                Constants.FRAMEWORK_STORAGE, storage.toString(),
                Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, product.bootPackages()));
        framework.start();
        try {
            List<Bundle> bundles = new ArrayList<>();
            for (Path bundle : product.supervisorBundles()) {
                bundles.add(framework.getBundleContext().installBundle("reference:" + bundle.toUri()));
            }
            for (Bundle bundle : bundles) {
                bundle.start();
            }
            return new Embedded(framework);
        } catch (BundleException e) {
            framework.stop(); // its threads would keep the JVM
            throw e;
        }
    }

    /**
     * A task's supervisor, attached to a page of its own.
     *
     * @param endpoint asked on every dial
     */
    Supervisor supervisor(String taskId, Supplier<CdpEndpoint> endpoint) {
        return registry.getOrStart(
                taskId,
                new SupervisorSpec(
                        "bench", endpoint, Optional.empty(), Optional.empty(), START_LIMIT, MAX_MESSAGE_BYTES, true));
    }

    /** Ends a task's supervisor and closes its page. */
    void stop(String taskId) {
        registry.stop(taskId);
    }

    @Override
    public void close() throws BundleException, InterruptedException {
        framework.stop();
        framework.waitForStop(STOP_LIMIT_MS);
    }
}
