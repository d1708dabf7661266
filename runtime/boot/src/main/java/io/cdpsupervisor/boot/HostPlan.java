package io.cdpsupervisor.boot;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the framework is to be filled with: the union of some features. Immutable.
 *
 * @param configurations by PID; values are strings, booleans and numbers
 */
record HostPlan(
        List<PlannedBundle> bundles,
        Map<String, String> frameworkProperties,
        Map<String, Map<String, Object>> configurations) {

    HostPlan {
        bundles = List.copyOf(bundles);
        frameworkProperties = Map.copyOf(frameworkProperties);
        configurations = Map.copyOf(configurations);
    }

    static HostPlan empty() {
        return new HostPlan(List.of(), Map.of(), Map.of());
    }

    /** Both, each jar once; where they differ about a property or a key, the other one's counts. */
    HostPlan and(HostPlan other) {
        // By jar: the generated equals of the record would cost every start 3 % to link.
        Map<Path, PlannedBundle> both = new LinkedHashMap<>();
        bundles.forEach(bundle -> both.put(bundle.jar(), bundle));
        other.bundles.forEach(bundle -> both.putIfAbsent(bundle.jar(), bundle));
        Map<String, String> properties = new LinkedHashMap<>(frameworkProperties);
        properties.putAll(other.frameworkProperties);
        return new HostPlan(List.copyOf(both.values()), properties, configurations).with(other.configurations);
    }

    /** The same with configurations laid over its own, key by key. */
    HostPlan with(Map<String, Map<String, Object>> over) {
        Map<String, Map<String, Object>> merged = new TreeMap<>(configurations);
        over.forEach((pid, values) -> {
            Map<String, Object> all = new TreeMap<>(merged.getOrDefault(pid, Map.of()));
            all.putAll(values);
            merged.put(pid, all);
        });
        return new HostPlan(bundles, frameworkProperties, merged);
    }

    /** One bundle of a plan. */
    record PlannedBundle(Path jar, int startLevel) {}
}
