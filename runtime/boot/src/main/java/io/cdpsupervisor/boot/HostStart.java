package io.cdpsupervisor.boot;

import io.cdpsupervisor.boot.log.Log;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;

/** What the verbs that start a host have in common: from options to a running framework. Used by one thread. */
final class HostStart {

    private final Surroundings surroundings;
    private final HostOptions options;
    private final Home home;

    /**
     * Opens the home and its log.
     *
     * @throws BootException when the home cannot be used
     */
    HostStart(Surroundings surroundings, HostOptions options) {
        this.surroundings = surroundings;
        this.options = options;
        home = Home.open(options.home(surroundings));
        try {
            Log.start(home.log(), surroundings.err());
        } catch (IOException e) {
            throw Home.unusable(home.root(), e);
        }
    }

    Home home() {
        return home;
    }

    /** A host with these features that speaks to nobody. */
    Host start(String... features) {
        return start(context -> {}, features);
    }

    /** A host with these features that has the two streams as services, for whoever speaks on them. */
    Host start(InputStream in, OutputStream out, String... features) {
        return start(
                context -> {
                    context.registerService(InputStream.class, in, stream("stdin"));
                    context.registerService(OutputStream.class, out, stream("stdout"));
                },
                features);
    }

    private Host start(Consumer<BundleContext> beforeBundles, String... features) {
        HostPlan plan = new Features(surroundings.distribution())
                .read(List.of(features))
                .with(ConfigurationFiles.read(surroundings.distribution().resolve("conf")))
                .with(ConfigurationFiles.read(home.conf()));
        return Host.start(home, plan, properties(plan), beforeBundles);
    }

    private Map<String, String> properties(HostPlan plan) {
        Map<String, String> properties = new HashMap<>();
        properties.put("cdpsupervisor.home", home.root().toString());
        properties.put("cdpsupervisor.version", Product.version());
        properties.put("cdpsupervisor.dist", surroundings.distribution().toString());
        properties.put("cdpsupervisor.configurations", ConfigurationText.of(plan.configurations()));
        options.settings().forEach((key, value) -> properties.put("cdpsupervisor.set." + key, value));
        return properties;
    }

    private static Dictionary<String, Object> stream(String name) {
        return FrameworkUtil.asDictionary(Map.of("cdpsupervisor.stream", name));
    }
}
