package io.cdpsupervisor.boot;

import io.cdpsupervisor.boot.HostPlan.PlannedBundle;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.osgi.service.feature.Feature;
import org.osgi.service.feature.FeatureBundle;
import org.osgi.service.feature.FeatureExtension;
import org.osgi.service.feature.FeatureService;
import org.osgi.service.feature.ID;

/** Reads the Features of a distribution. Immutable. */
final class Features {

    private static final String START_LEVEL = "start-level";
    private static final String FRAMEWORK_PROPERTIES = "framework-properties";

    private final Path dist;
    private final FeatureService service =
            ServiceLoader.load(FeatureService.class).findFirst().orElseThrow();

    Features(Path dist) {
        this.dist = dist;
    }

    /**
     * The union of {@code feature/<name>.json}.
     *
     * @throws BootException when one of them, or one of its bundles, is missing or malformed
     */
    HostPlan read(List<String> names) {
        return names.stream().map(this::read).reduce(HostPlan.empty(), HostPlan::and);
    }

    private HostPlan read(String name) {
        Path file = dist.resolve("feature").resolve(name + ".json");
        try (Reader reader = Files.newBufferedReader(file)) {
            Feature feature = service.readFeature(reader);
            return new HostPlan(
                    feature.getBundles().stream().map(this::bundle).toList(),
                    frameworkProperties(feature),
                    configurations(feature));
        } catch (IOException e) {
            throw new BootException(
                    "The feature " + file + " cannot be read (" + e + "); build the distribution again.", e);
        }
    }

    private PlannedBundle bundle(FeatureBundle bundle) {
        ID id = bundle.getID();
        Path jar = dist.resolve("bundle").resolve(id.getArtifactId() + "-" + id.getVersion() + ".jar");
        if (!Files.isRegularFile(jar)) {
            throw new BootException("The bundle " + jar + " is missing; build the distribution again.");
        }
        if (!(bundle.getMetadata().get(START_LEVEL) instanceof Number level)) {
            throw new BootException("The feature gives no " + START_LEVEL + " for " + id + ".");
        }
        return new PlannedBundle(jar, level.intValue());
    }

    private static Map<String, String> frameworkProperties(Feature feature) {
        Map<String, String> properties = new LinkedHashMap<>();
        FeatureExtension extension = feature.getExtensions().get(FRAMEWORK_PROPERTIES);
        if (extension != null) {
            for (String line : extension.getText()) {
                String[] pair = line.split("=", 2);
                properties.put(pair[0].trim(), pair.length == 2 ? pair[1].trim() : "");
            }
        }
        return properties;
    }

    private static Map<String, Map<String, Object>> configurations(Feature feature) {
        Map<String, Map<String, Object>> configurations = new TreeMap<>();
        feature.getConfigurations().forEach((pid, configuration) -> configurations.put(pid, configuration.getValues()));
        return configurations;
    }
}
