package io.cdpsupervisor.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.itests.support.InFelix;
import io.cdpsupervisor.itests.support.Service;
import io.cdpsupervisor.itests.support.UnsatisfiedComponents;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleRevision;

/** Everything that is shipped starts. */
@InFelix(DistributionOptions.class)
class DistributionIT {

    @Service
    BundleContext context;

    @Test
    void everyBundleIsActiveOrAFragment() {
        List<Bundle> shipped = Arrays.stream(context.getBundles())
                .filter(bundle -> bundle.getLocation().contains("/cdp-supervisor/bundle/"))
                .toList();

        assertThat(shipped)
                .extracting(Bundle::getSymbolicName)
                .contains("io.cdpsupervisor.api", "io.cdpsupervisor.mcp");
        assertThat(shipped)
                .allSatisfy(bundle -> assertThat(bundle.getState())
                        .as("the state of %s", bundle)
                        .isEqualTo(isFragment(bundle) ? Bundle.RESOLVED : Bundle.ACTIVE));
    }

    @Test
    void everyComponentOfOursIsSatisfiedButTheFaceThatWaitsForStandardInput() {
        assertThat(UnsatisfiedComponents.lines(context))
                .filteredOn(line -> line.contains(" of io.cdpsupervisor."))
                .singleElement()
                .asString()
                .contains(" of io.cdpsupervisor.mcp waits for java.io.InputStream (cdpsupervisor.stream=stdin)");
    }

    private static boolean isFragment(Bundle bundle) {
        return (bundle.adapt(BundleRevision.class).getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
    }
}
