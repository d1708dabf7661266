package io.cdpsupervisor.itests.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/** Runs single tests of one bundle with the JUnit of the framework. Confined to the thread of the test class. */
final class JupiterRun {

    private final ClassLoader tests;

    JupiterRun(Bundle probe) {
        this.tests = probe.adapt(BundleWiring.class).getClassLoader();
    }

    /** Completes the outcome: normally when exactly this test ran and passed, else with what went wrong. */
    void execute(String uniqueId, CompletableFuture<?> outcome) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // JUnit finds classes by name through the context class loader and through nothing else
        thread.setContextClassLoader(tests);
        try {
            Outcome seen = new Outcome();
            launcher().execute(request(uniqueId), seen);
            seen.report(uniqueId, outcome);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static LauncherDiscoveryRequest request(String uniqueId) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectUniqueId(uniqueId))
                .build();
    }

    /** Without anything that would be looked up with a ServiceLoader, which sees nothing here. */
    private static Launcher launcher() {
        return LauncherFactory.create(LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestEngines(new JupiterTestEngine())
                .build());
    }

    private static final class Outcome implements TestExecutionListener {

        private final List<Throwable> failures = new ArrayList<>();
        private final List<String> skipped = new ArrayList<>();
        private int ran;

        @Override
        public void executionFinished(TestIdentifier id, TestExecutionResult result) {
            if (id.isTest()) {
                ran++;
            }
            // an assumption that does not hold counts as a failure: nothing is skipped in silence
            result.getThrowable().ifPresent(failures::add);
        }

        @Override
        public void executionSkipped(TestIdentifier id, String reason) {
            skipped.add(reason);
        }

        void report(String uniqueId, CompletableFuture<?> outcome) {
            if (!failures.isEmpty()) {
                outcome.completeExceptionally(failures.get(0));
            } else if (ran != 1) {
                outcome.completeExceptionally(new AssertionError(ran
                        + " tests instead of one ran inside the framework for " + uniqueId + "; skipped: " + skipped));
            } else {
                outcome.complete(null);
            }
        }
    }
}
