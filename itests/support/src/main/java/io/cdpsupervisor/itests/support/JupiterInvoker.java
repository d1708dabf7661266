package io.cdpsupervisor.itests.support;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.ops4j.pax.exam.ProbeInvoker;
import org.ops4j.pax.exam.ProbeInvokerFactory;
import org.osgi.annotation.bundle.Header;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;

/** Takes Pax Exam's errands inside the framework and gives them to {@link JupiterRun}. Safe for any thread. */
@Header(name = Constants.BUNDLE_ACTIVATOR, value = "${@class}")
public final class JupiterInvoker implements BundleActivator, ProbeInvokerFactory {

    static final String DRIVER = "jupiter";

    @Override
    public void start(BundleContext context) {
        context.registerService(ProbeInvokerFactory.class, this, FrameworkUtil.asDictionary(Map.of("driver", DRIVER)));
    }

    @Override
    public void stop(BundleContext context) {}

    @Override
    public ProbeInvoker createProbeInvoker(Object probe, String expression) {
        JupiterRun run = new JupiterRun(((BundleContext) probe).getBundle());
        return arguments -> run.execute((String) arguments[0], (CompletableFuture<?>) arguments[1]);
    }
}
