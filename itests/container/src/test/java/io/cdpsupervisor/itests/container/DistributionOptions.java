package io.cdpsupervisor.itests.container;

import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.frameworkStartLevel;
import static org.ops4j.pax.exam.CoreOptions.systemPackages;

import com.fasterxml.jackson.databind.JsonNode;
import io.cdpsupervisor.itests.support.FelixSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ops4j.pax.exam.Option;

/**
 * The distribution in a framework of a test, as the product's own start would have it: bundles and start levels from
 * the Features, a home of its own. Called outside.
 */
public final class DistributionOptions implements FelixSetup {

    /** Above the last of ours, so that a test begins when everything has been started. */
    private static final int LAST_START_LEVEL = 10;

    @Override
    public List<Option> options() throws IOException {
        Distribution distribution = Distribution.built();
        List<Option> options = new ArrayList<>();
        options.add(frameworkStartLevel(LAST_START_LEVEL));
        options.add(frameworkProperty("cdpsupervisor.home").value(home().toString()));
        options.add(frameworkProperty("cdpsupervisor.version").value("test"));
        options.add(frameworkProperty("cdpsupervisor.dist")
                .value(distribution.root().toString()));
        options.add(systemPackages(
                "org.slf4j;version=2.0.20",
                "org.slf4j.event;version=2.0.20",
                "org.slf4j.helpers;version=2.0.20",
                "org.slf4j.spi;version=2.0.20"));
        for (JsonNode feature : distribution.features()) {
            for (JsonNode bundle : feature.path("bundles")) {
                options.add(bundle(distribution.jar(bundle).toUri().toString())
                        .startLevel(bundle.path("start-level").intValue()));
            }
        }
        return options;
    }

    /** Relative to the module, for the path of the socket in it must stay short. */
    private static Path home() throws IOException {
        Path home = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "home");
        Files.createDirectory(home.resolve("run"));
        return home;
    }
}
