package io.cdpsupervisor.itests.support;

import static org.ops4j.pax.exam.CoreOptions.systemPackage;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;
import static org.ops4j.pax.exam.CoreOptions.workingDirectory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.ops4j.pax.exam.ExamSystem;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.TestAddress;
import org.ops4j.pax.exam.TestContainer;
import org.ops4j.pax.exam.TestContainerException;
import org.ops4j.pax.exam.TestProbeBuilder;
import org.ops4j.pax.exam.nat.internal.NativeTestContainer;
import org.ops4j.pax.exam.spi.PaxExamRuntime;

/** The framework of one test class, seen from outside. Confined to the thread of the test class. */
final class FelixContainer implements AutoCloseable {

    /** Where the probe would wait five minutes for a service that comes at once or never. */
    private static final String PROBE_DEADLINE_MS = "10000";

    private final TestContainer container;
    private final TestAddress probe;

    private FelixContainer(TestContainer container, TestAddress probe) {
        this.container = container;
        this.probe = probe;
    }

    static FelixContainer start(Class<?> test, FelixSetup setup) {
        try {
            ExamSystem system =
                    PaxExamRuntime.createTestSystem(options(test, setup).toArray(Option[]::new));
            TestContainer container = PaxExamRuntime.createContainer(system);
            try {
                startFramework(container);
                return new FelixContainer(container, installProbe(system, container, test));
            } catch (IOException | RuntimeException | Error e) {
                container.stop();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Option> options(Class<?> test, FelixSetup setup) throws IOException {
        List<Option> options = new ArrayList<>(setup.options());
        options.addAll(TestLibraries.bundles());
        options.add(workingDirectory(Path.of(System.getProperty("java.io.tmpdir"), "felix", test.getName())
                .toString()));
        options.add(systemProperty("pax.exam.invoker").value(JupiterInvoker.DRIVER));
        options.add(systemProperty("pax.exam.service.timeout").value(PROBE_DEADLINE_MS));
        // Pax Exam's own bundles were built against slf4j 1
        options.add(systemPackage("org.slf4j;version=1.7.36"));
        return options;
    }

    private static void startFramework(TestContainer container) {
        try {
            container.start();
        } catch (TestContainerException e) {
            String unresolved = container instanceof NativeTestContainer felix
                    ? UnresolvedBundles.describe(felix.getSystemBundle().getBundleContext())
                    : "";
            throw new IllegalStateException(
                    "The framework of this test did not start. " + e.getMessage() + unresolved, e);
        }
    }

    private static TestAddress installProbe(ExamSystem system, TestContainer container, Class<?> test)
            throws IOException {
        TestProbeBuilder builder = system.createProbe();
        TestAddress address = builder.addTest(test, "inside");
        if (container.installProbe(builder.build().getStream()) < 0) {
            throw new IllegalStateException("The bundle with the tests did not start: the reason is in the log.");
        }
        return address;
    }

    /** Runs one test inside and throws what it threw. */
    void run(String uniqueId) throws Throwable {
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        container.call(new Errand(probe, uniqueId, outcome));
        if (!outcome.isDone()) {
            throw new AssertionError("The framework gave no result for " + uniqueId + ".");
        }
        try {
            outcome.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() {
        container.stop();
    }

    /** One test to run. Both sides live in one JVM, so the outcome needs no serialising. */
    private record Errand(TestAddress root, String caption, CompletableFuture<Void> outcome) implements TestAddress {

        @Override
        public String identifier() {
            return root.identifier();
        }

        @Override
        public Object[] arguments() {
            return new Object[] {caption, outcome};
        }
    }
}
