package io.cdpsupervisor.itests.support;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.ReferenceDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

/** The Declarative Services components that wait for something, and for what. Stateless; any thread. */
public final class UnsatisfiedComponents {

    private UnsatisfiedComponents() {}

    /** A heading and one line for each component; empty when there is none. */
    public static String describe(BundleContext context) {
        ServiceReference<ServiceComponentRuntime> reference =
                context.getServiceReference(ServiceComponentRuntime.class);
        ServiceComponentRuntime runtime = context.getService(reference);
        try {
            Collection<ComponentDescriptionDTO> all = runtime.getComponentDescriptionDTOs();
            String lines = all.stream()
                    .flatMap(component -> waiting(runtime, component))
                    .sorted()
                    .map(line -> "\n  " + line)
                    .collect(Collectors.joining());
            return lines.isEmpty() ? "" : "\nComponents that are not satisfied:" + lines;
        } finally {
            context.ungetService(reference);
        }
    }

    private static Stream<String> waiting(ServiceComponentRuntime runtime, ComponentDescriptionDTO component) {
        String name = component.name + " of " + component.bundle.symbolicName;
        if (!runtime.isComponentEnabled(component)) {
            return Stream.of(name + " is disabled");
        }
        return runtime.getComponentConfigurationDTOs(component).stream()
                .flatMap(configuration -> reason(component, configuration).stream())
                .map(reason -> name + " " + reason);
    }

    private static Optional<String> reason(ComponentDescriptionDTO component, ComponentConfigurationDTO configuration) {
        return switch (configuration.state) {
            case ComponentConfigurationDTO.UNSATISFIED_CONFIGURATION ->
                Optional.of("waits for its configuration " + Arrays.toString(component.configurationPid));
            case ComponentConfigurationDTO.UNSATISFIED_REFERENCE ->
                Optional.of(Arrays.stream(configuration.unsatisfiedReferences)
                        .map(reference -> wanted(component, reference))
                        .collect(Collectors.joining(", ", "waits for ", "")));
            case ComponentConfigurationDTO.FAILED_ACTIVATION ->
                Optional.of("failed to activate: " + configuration.failure);
            default -> Optional.empty();
        };
    }

    private static String wanted(ComponentDescriptionDTO component, UnsatisfiedReferenceDTO unsatisfied) {
        String type = Arrays.stream(component.references)
                .filter(reference -> reference.name.equals(unsatisfied.name))
                .map((ReferenceDTO reference) -> reference.interfaceName)
                .findFirst()
                .orElse("a service");
        return type + (unsatisfied.target == null ? "" : " " + unsatisfied.target) + " (reference " + unsatisfied.name
                + ")";
    }
}
