package io.cdpsupervisor.itests.support;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;

/** The bundles that cannot be wired, and what they miss. Stateless; any thread. */
final class UnresolvedBundles {

    private UnresolvedBundles() {}

    /** A heading and one line for each bundle; empty when there is none. */
    static String describe(BundleContext context) {
        FrameworkWiring wiring = context.getBundle(Constants.SYSTEM_BUNDLE_ID).adapt(FrameworkWiring.class);
        String lines = Arrays.stream(context.getBundles())
                .filter(bundle -> bundle.getState() == Bundle.INSTALLED)
                .map(bundle ->
                        "\n  " + bundle.getSymbolicName() + " " + bundle.getVersion() + " " + why(bundle, wiring))
                .collect(Collectors.joining());
        return lines.isEmpty() ? "" : "\nBundles that are not resolved:" + lines;
    }

    private static String why(Bundle bundle, FrameworkWiring wiring) {
        List<BundleRequirement> missing = bundle.adapt(BundleRevision.class).getDeclaredRequirements(null).stream()
                .filter(UnresolvedBundles::mandatory)
                .filter(requirement -> wiring.findProviders(requirement).isEmpty())
                .toList();
        return missing.isEmpty()
                ? "has providers for everything, but they are unresolved themselves or do not fit together"
                : missing.stream()
                        .map(requirement -> requirement.getNamespace() + " "
                                + requirement.getDirectives().get(Constants.FILTER_DIRECTIVE))
                        .collect(Collectors.joining(", ", "needs ", ""));
    }

    private static boolean mandatory(BundleRequirement requirement) {
        return Constants.RESOLUTION_MANDATORY.equals(requirement
                        .getDirectives()
                        .getOrDefault(Constants.RESOLUTION_DIRECTIVE, Constants.RESOLUTION_MANDATORY))
                && Constants.EFFECTIVE_RESOLVE.equals(requirement
                        .getDirectives()
                        .getOrDefault(Constants.EFFECTIVE_DIRECTIVE, Constants.EFFECTIVE_RESOLVE));
    }
}
