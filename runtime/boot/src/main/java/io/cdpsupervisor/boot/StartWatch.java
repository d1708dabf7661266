package io.cdpsupervisor.boot;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.launch.Framework;

/**
 * Hears which bundles could not be started while the framework climbs its start levels. Framework events come in order
 * on a thread of the framework: when {@code STARTED} is here, so is every failure before it. Safe for any thread.
 */
final class StartWatch implements FrameworkListener {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final long POLL_MS = 20;

    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final CountDownLatch started = new CountDownLatch(1);

    @Override
    public void frameworkEvent(FrameworkEvent event) {
        if (event.getType() == FrameworkEvent.ERROR && event.getBundle().getBundleId() != Constants.SYSTEM_BUNDLE_ID) {
            complaints.add("The bundle " + event.getBundle().getSymbolicName() + " does not start: "
                    + reason(event.getThrowable()));
        }
        if (event.getType() == FrameworkEvent.STARTED) {
            started.countDown();
        }
    }

    /**
     * One sentence per bundle that failed. Blocks until the framework has started, or has been stopped before: by an
     * operator, or by a bundle whose agent hung up at once.
     */
    List<String> awaitStarted(Framework framework) {
        long end = System.nanoTime() + LIMIT.toNanos();
        try {
            while (!started.await(POLL_MS, TimeUnit.MILLISECONDS) && !isStopped(framework)) {
                if (System.nanoTime() > end) {
                    throw new BootException("The framework has not started within " + LIMIT.toSeconds() + " s.");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BootException("The start was interrupted.", e);
        }
        return List.copyOf(complaints);
    }

    private static boolean isStopped(Framework framework) {
        return (framework.getState() & (Bundle.STOPPING | Bundle.RESOLVED)) != 0;
    }

    /** A missing requirement is named by the exception itself, an activator's own words are in its root cause. */
    private static String reason(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root == thrown ? thrown.getMessage() : thrown.getMessage() + " " + root;
    }
}
