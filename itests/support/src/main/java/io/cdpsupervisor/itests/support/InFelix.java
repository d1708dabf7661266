package io.cdpsupervisor.itests.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs every test of the class inside a Felix, which is started once for the class. {@code @BeforeEach},
 * {@code @AfterEach}, {@code @Nested} and {@code @ParameterizedTest} work as usual; {@code @BeforeAll},
 * {@code @AfterAll} and {@code @TestFactory} are refused, for each test is a run of its own inside. The constructor
 * and the providers of parameters run on both sides. Put on a class, in a package that no bundle exports.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(InFelixExtension.class)
public @interface InFelix {

    /** What the framework is made of. */
    Class<? extends FelixSetup> value();
}
