package io.cdpsupervisor.itests.support;

import java.util.Arrays;
import java.util.List;
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

    /** One line for each of them. */
    public static List<String> lines(BundleContext context) {
        ServiceReference<ServiceComponentRuntime> reference =
                context.getServiceReference(ServiceComponentRuntime.class);
        ServiceComponentRuntime runtime = context.getService(reference);
        try {
            return runtime.getComponentDescriptionDTOs().stream()
                    .flatMap(component -> waiting(runtime, component))
                    .sorted()
                    .toList();
        } finally {
            context.ungetService(reference);
        }
    }

    /** The lines under a heading; empty when there are none. */
    static String describe(BundleContext context) {
        List<String> lines = lines(context);
        return lines.isEmpty() ? "" : "\nComponents that are not satisfied:\n  " + String.join("\n  ", lines);
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
