package io.cdpsupervisor.itests.support;

import org.osgi.framework.BundleContext;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;

/** Says why a service did not come. Stateless. */
final class MissingService {

    private MissingService() {}

    static String explain(BundleContext context, Filter wanted, long waitedMs) {
        String reasons = components() + UnresolvedBundles.describe(context);
        return "No service " + wanted + " within " + waitedMs + " ms."
                + (reasons.isEmpty()
                        ? " Every component is satisfied and every bundle resolved: no bundle here offers it."
                        : reasons);
    }

    private static String components() {
        BundleContext ours = FrameworkUtil.getBundle(MissingService.class).getBundleContext();
        // by name: without Declarative Services their classes are not there either
        return ours.getServiceReference("org.osgi.service.component.runtime.ServiceComponentRuntime") == null
                ? "\nDeclarative Services do not run here."
                : UnsatisfiedComponents.describe(ours);
    }
}
