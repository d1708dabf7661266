package io.cdpsupervisor.itests.support;

import static org.ops4j.pax.exam.CoreOptions.bundle;

import java.net.URL;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.Launcher;
import org.opentest4j.AssertionFailedError;
import org.ops4j.pax.exam.Option;

/**
 * Bundles for the inside that are the very jars of the outer class path, so that no second list of versions can drift
 * from the first. Called outside.
 */
public final class TestLibraries {

    private TestLibraries() {}

    /** JUnit, AssertJ and this bundle. */
    static List<Option> bundles() {
        return Stream.of(
                        Test.class,
                        ParameterizedTest.class,
                        JupiterTestEngine.class,
                        ReflectionSupport.class,
                        TestEngine.class,
                        Launcher.class,
                        AssertionFailedError.class,
                        Assertions.class,
                        ByteBuddy.class,
                        InFelix.class)
                .map(TestLibraries::bundleOf)
                .toList();
    }

    /** The bundle that this class comes from. */
    public static Option bundleOf(Class<?> member) {
        URL jar = member.getProtectionDomain().getCodeSource().getLocation();
        if (!jar.getPath().endsWith(".jar")) {
            throw new IllegalStateException(member.getName() + " comes from " + jar
                    + ", which is not a bundle: package its module first (mvn verify).");
        }
        return bundle(jar.toString());
    }
}
