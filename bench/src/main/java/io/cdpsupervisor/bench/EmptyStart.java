package io.cdpsupervisor.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.felix.framework.Felix;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;

/**
 * The baseline of the start, a process of its own: the same framework with Declarative Services and one component. Lives
 * until it is killed.
 */
public final class EmptyStart {

    private EmptyStart() {}

    /**
     * Starts it.
     *
     * @param args an empty folder, then the bundles as URLs
     */
    public static void main(String[] args) throws BundleException {
        Felix framework = new Felix(Map.of(Constants.FRAMEWORK_STORAGE, args[0]));
        framework.init();
        List<Bundle> bundles = new ArrayList<>();
        for (String url : List.of(args).subList(1, args.length)) {
            bundles.add(framework.getBundleContext().installBundle("reference:" + url));
        }
        for (Bundle bundle : bundles) {
            bundle.start();
        }
        framework.start();
    }
}
