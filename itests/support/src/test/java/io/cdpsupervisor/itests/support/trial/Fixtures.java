package io.cdpsupervisor.itests.support.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.itests.support.InFelix;
import io.cdpsupervisor.itests.support.Service;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.component.runtime.ServiceComponentRuntime;

/** Test classes that {@link InFelixIT} runs; most of them fail, which is what they are for. */
final class Fixtures {

    private Fixtures() {}

    @InFelix(DeclarativeServices.class)
    static class Passing {

        @Service
        BundleContext context;

        Bundle prepared;

        @BeforeEach
        void prepare() {
            prepared = FrameworkUtil.getBundle(Passing.class);
        }

        @Test
        void beforeEachRanInside() {
            assertThat(prepared).isNotNull().isEqualTo(context.getBundle());
        }

        @Test
        void serviceComesAsParameter(@Service(filter = "(service.id>=1)") ServiceComponentRuntime components) {
            assertThat(components.getComponentDescriptionDTOs(context.getBundles()))
                    .hasSize(1);
        }

        @Nested
        class Deeper {

            @Test
            void nestedClassSharesTheFramework() {
                assertThat(prepared).isNotNull().isEqualTo(context.getBundle());
            }
        }
    }

    @InFelix(BareFramework.class)
    static class Failing {

        @Test
        void failsAtItsLine() {
            assertThat(line()).as("the line of this statement").isZero();
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3})
        void failsInEveryCase(int n) {
            assertThat("case " + n + " in " + FrameworkUtil.getBundle(getClass()))
                    .isEmpty();
        }

        private static int line() {
            return new Throwable().getStackTrace()[1].getLineNumber();
        }
    }

    @InFelix(BareFramework.class)
    static class FailingAfterwards {

        @AfterEach
        void cleanUp() {
            throw new IllegalStateException("in " + FrameworkUtil.getBundle(getClass()));
        }

        @Test
        void passes() {}
    }

    @InFelix(DeclarativeServices.class)
    static class WithoutService {

        @Service(filter = "(color=red)", timeoutMs = 100)
        Callable<?> painter;

        @Test
        void neverBegins() {}
    }

    @InFelix(BareFramework.class)
    static class WithoutDeclarativeServices {

        @Test
        void neverBegins(@Service(timeoutMs = 100) Callable<?> painter) {}
    }

    @InFelix(UnresolvedFramework.class)
    static class Unresolved {

        @Test
        void neverBegins() {}
    }

    @InFelix(BareFramework.class)
    static class WithBeforeAll {

        @BeforeAll
        static void once() {}

        @Test
        void neverBegins() {}
    }

    @InFelix(BareFramework.class)
    static class WithFactory {

        @TestFactory
        List<DynamicTest> tests() {
            return List.of();
        }
    }
}
