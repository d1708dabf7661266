package io.cdpsupervisor.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.itests.support.InFelix;
import io.cdpsupervisor.itests.support.Service;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;

/** What an operator sets on the command line is what a component gets. */
@InFelix(OperatorSettings.class)
class SettingsIT {

    private static final String HOST = "io.cdpsupervisor.host";

    @Service
    BundleContext context;

    @Service
    ServiceComponentRuntime components;

    @Test
    void commandLineReachesItsComponentAndTheOthersKeepTheirDefaults() {
        assertThat(hostSettings())
                .singleElement()
                .satisfies(settings -> assertThat(settings)
                        .containsEntry("browser.command_timeout", 77L)
                        .containsEntry("browser.inactivity_timeout", 120L)
                        .containsEntry("browser.allow_private_urls", false));
    }

    private List<Map<String, Object>> hostSettings() {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> HOST.equals(bundle.getSymbolicName()))
                .flatMap(bundle -> components.getComponentDescriptionDTOs(bundle).stream())
                .flatMap(component -> components.getComponentConfigurationDTOs(component).stream())
                .filter(configuration -> Arrays.asList(configuration.description.configurationPid)
                        .contains(HOST))
                .map((ComponentConfigurationDTO configuration) -> configuration.properties)
                .toList();
    }
}
