package io.cdpsupervisor.itests.support.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** What {@code @InFelix} promises, seen from the build's JUnit. */
class InFelixIT {

    @Test
    void lifeCycleNestedClassesAndServicesWorkInside() {
        Events tests = run(Fixtures.Passing.class).testEvents();

        assertThat(failures(tests)).isEmpty();
        tests.assertStatistics(counts -> counts.started(3).succeeded(3));
    }

    @Test
    void assertionFailureInsideIsAFailureWithItsMessageAndLine() {
        Throwable failure = failures(run(Fixtures.Failing.class).testEvents()).stream()
                .filter(e -> e.getMessage().contains("the line of this statement"))
                .findFirst()
                .orElseThrow();

        assertThat(failure).isInstanceOf(AssertionError.class);
        StackTraceElement where = Arrays.stream(failure.getStackTrace())
                .filter(element -> element.getMethodName().equals("failsAtItsLine"))
                .findFirst()
                .orElseThrow();
        assertThat(failure).hasMessageContaining("but was: " + where.getLineNumber());
    }

    @Test
    void everyCaseOfAParameterisedTestRunsInside() {
        List<String> messages = failures(run(Fixtures.Failing.class).testEvents()).stream()
                .map(Throwable::getMessage)
                .filter(message -> message.contains("case "))
                .toList();

        assertThat(messages).hasSize(3).allMatch(message -> message.contains("in PAXEXAM-PROBE"));
        assertThat(messages.get(0)).contains("case 1");
        assertThat(messages.get(1)).contains("case 2");
        assertThat(messages.get(2)).contains("case 3");
    }

    @Test
    void whatAfterEachThrowsIsAFailure() {
        assertThat(failures(run(Fixtures.FailingAfterwards.class).testEvents()))
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith("in PAXEXAM-PROBE");
    }

    @Test
    void missingServiceNamesTheComponentThatWaitsAndWhatFor() {
        assertThat(failures(run(Fixtures.WithoutService.class).testEvents()))
                .singleElement()
                .extracting(Throwable::getMessage)
                .isEqualTo("""
                        No service (&(objectClass=java.util.concurrent.Callable)(color=red)) within 100 ms.
                        Components that are not satisfied:
                          painter of test.needy waits for java.lang.Runnable (color=blue) (reference paint)""");
    }

    @Test
    void missingServiceWithoutDeclarativeServicesSaysSo() {
        assertThat(failures(run(Fixtures.WithoutDeclarativeServices.class).testEvents()))
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .contains("No service (&(objectClass=java.util.concurrent.Callable)) within 100 ms.")
                .contains("Declarative Services do not run here.");
    }

    @Test
    void unresolvedBundleFailsTheClassAtOnceAndNamesWhatItNeeds() {
        EngineExecutionResults results = run(Fixtures.Unresolved.class);

        results.testEvents().assertStatistics(counts -> counts.started(0));
        assertThat(failures(results.containerEvents()))
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .contains("test.lonely 0.0.0 needs osgi.wiring.package (osgi.wiring.package=test.no.such.pkg)");
    }

    @Test
    void beforeAllIsRefused() {
        assertThat(failures(run(Fixtures.WithBeforeAll.class).containerEvents()))
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith("@BeforeAll ")
                .endsWith("use @BeforeEach.");
    }

    @Test
    void testFactoryIsRefused() {
        assertThat(failures(run(Fixtures.WithFactory.class).containerEvents()))
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith("@TestFactory ")
                .endsWith("use @ParameterizedTest.");
    }

    private static EngineExecutionResults run(Class<?> fixture) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(fixture))
                .execute();
    }

    private static List<Throwable> failures(Events events) {
        return events.finished().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .flatMap(result -> result.getThrowable().stream())
                .toList();
    }
}
