package io.cdpsupervisor.boot;

import io.cdpsupervisor.boot.HostPlan.PlannedBundle;
import io.cdpsupervisor.boot.log.FrameworkLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.felix.framework.Felix;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.framework.wiring.BundleRevision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running framework with its part of a home. It stops when somebody asks it to, when the framework stops by itself,
 * or when the process is told to end: the one shutdown hook of the product is here. Safe for any thread.
 */
final class Host implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Host.class);
    private static final String OURS = "io.cdpsupervisor.";
    /** How long an orderly stop may take: a browser may need 8 s to go. */
    static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private static final String SLF4J_VERSION = "2.0.20";
    private static final List<String> SLF4J =
            List.of("org.slf4j", "org.slf4j.event", "org.slf4j.helpers", "org.slf4j.spi");

    private final RunFolder folder;
    private final Framework framework;
    private final Thread hook = new Thread(() -> stop(STOP_LIMIT), "cdp-supervisor-shutdown");

    private Host(RunFolder folder, Framework framework) {
        this.folder = folder;
        this.framework = framework;
    }

    /**
     * Starts a framework with the plan's bundles and waits until all of them have been started.
     *
     * @param properties framework properties beside the plan's
     * @param beforeBundles registers services that must be there before any bundle starts
     * @throws BootException when one of our own bundles did not start; nothing is left running
     */
    static Host start(Home home, HostPlan plan, Map<String, String> properties, Consumer<BundleContext> beforeBundles) {
        RunFolder folder;
        try {
            folder = RunFolder.claim(home.run());
        } catch (IOException e) {
            throw Home.unusable(home.root(), e);
        }
        Map<String, Object> all = new HashMap<>(plan.frameworkProperties());
        all.putAll(properties);
        all.put(Constants.FRAMEWORK_STORAGE, folder.cache().toString());
        // The plan brings every configuration anew; written to the cache each would only be deleted again.
        all.put("felix.cm.pm", "memory");
        all.put("cdpsupervisor.socket", folder.socket().toString());
        all.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, slf4jPackages());
        all.put("felix.log.logger", new FrameworkLog());
        all.put("felix.log.level", Integer.toString(FrameworkLog.LOG_WARNING));
        Host host = new Host(folder, new Felix(all));
        Runtime.getRuntime().addShutdownHook(host.hook);
        try {
            host.fill(plan.bundles(), beforeBundles);
            LOG.info("{} bundles started, home {}.", plan.bundles().size(), home.root());
            return host;
        } catch (BundleException | RuntimeException e) {
            host.close();
            throw e instanceof BootException known
                    ? known
                    : new BootException("The framework does not start: " + e.getMessage(), e);
        }
    }

    BundleContext context() {
        return framework.getBundleContext();
    }

    /**
     * A connection to this host's own shell.
     *
     * @throws BootException when there is none, such as in a home whose path is too long for a socket
     */
    ShellClient shell() {
        try {
            return ShellClient.connect(folder.socket());
        } catch (IOException e) {
            throw new BootException(
                    "The shell of the new host does not answer at " + folder.socket() + " (" + e.getMessage()
                            + "); a shorter --home may help.",
                    e);
        }
    }

    /** Waits until the framework has stopped, whoever stopped it; false when it has not within the limit. */
    boolean awaitStop(Duration limit) {
        try {
            return framework.waitForStop(limit.toMillis()).getType() != FrameworkEvent.WAIT_TIMEDOUT;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Waits without a limit: the life of a host ends when its agent, its operator or the system says so. */
    void awaitStop() {
        awaitStop(Duration.ZERO);
    }

    /** Stops the framework and clears its part of the home; false when it did not stop within the limit. Idempotent. */
    synchronized boolean stop(Duration limit) {
        boolean stopped;
        try {
            framework.stop();
            stopped = awaitStop(limit);
        } catch (BundleException e) {
            LOG.error("The framework does not stop.", e);
            stopped = false;
        }
        if (!stopped) {
            LOG.error("The framework did not stop within {} s; the process ends without it.", limit.toSeconds());
            return false;
        }
        try {
            folder.release();
        } catch (IOException e) {
            LOG.warn("The folder of this process stays behind until the next start.", e);
        }
        return true;
    }

    @Override
    public void close() {
        stop(STOP_LIMIT);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("The process is ending already.");
        }
    }

    private void fill(List<PlannedBundle> plan, Consumer<BundleContext> beforeBundles) throws BundleException {
        framework.init();
        List<Bundle> bundles = new ArrayList<>();
        for (PlannedBundle planned : plan) {
            bundles.add(install(planned));
        }
        beforeBundles.accept(framework.getBundleContext());
        framework.start();
        List<String> complaints = new ArrayList<>();
        for (Bundle bundle : bundles.stream()
                .sorted(Comparator.comparingInt(Host::startLevel))
                .toList()) {
            start(bundle).ifPresent(complaints::add);
            if (isStopped()) {
                return; // by a bundle whose agent hung up at once: what did not start then is no fault
            }
        }
        complaints.stream().filter(c -> !isOurs(c)).forEach(LOG::warn);
        List<String> fatal = complaints.stream().filter(Host::isOurs).toList();
        if (!fatal.isEmpty()) {
            throw new BootException(String.join("\n", fatal));
        }
    }

    private boolean isStopped() {
        return (framework.getState() & (Bundle.STOPPING | Bundle.RESOLVED)) != 0;
    }

    /** A reference, so that nothing is copied; at its start level at once, so that its record is written once. */
    private Bundle install(PlannedBundle planned) throws BundleException {
        framework.adapt(FrameworkStartLevel.class).setInitialBundleStartLevel(planned.startLevel());
        return framework
                .getBundleContext()
                .installBundle("reference:" + planned.jar().toUri());
    }

    private static int startLevel(Bundle bundle) {
        return bundle.adapt(BundleStartLevel.class).getStartLevel();
    }

    /**
     * Starts it, if it is no fragment, and says in one sentence why it does not start. The start is transient: a mark in
     * a cache that dies with the process is a file written for nothing.
     */
    private static Optional<String> start(Bundle bundle) {
        if ((bundle.adapt(BundleRevision.class).getTypes() & BundleRevision.TYPE_FRAGMENT) != 0) {
            return Optional.empty();
        }
        try {
            bundle.start(Bundle.START_TRANSIENT | Bundle.START_ACTIVATION_POLICY);
            return Optional.empty();
        } catch (BundleException | IllegalStateException e) {
            return Optional.of("The bundle " + bundle.getSymbolicName() + " does not start: " + reason(e));
        }
    }

    /** A missing requirement is named by the exception itself, an activator's own words are in its root cause. */
    private static String reason(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root == thrown ? thrown.getMessage() : thrown.getMessage() + " " + root;
    }

    private static boolean isOurs(String complaint) {
        return complaint.startsWith("The bundle " + OURS);
    }

    private static String slf4jPackages() {
        return String.join(
                ",", SLF4J.stream().map(p -> p + ";version=" + SLF4J_VERSION).toList());
    }
}
