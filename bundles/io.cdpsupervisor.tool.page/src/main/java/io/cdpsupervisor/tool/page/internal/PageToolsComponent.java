package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.tool.BrowserTool;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * Publishes the page tools, which share the refs of each task, and hands them the configuration as it changes. Called
 * by Declarative Services only.
 */
@Component(
        configurationPid = "io.cdpsupervisor.tool.page",
        service = {})
public final class PageToolsComponent {

    /** Calls that come after a change follow the new values. */
    @ObjectClassDefinition(name = "CDP Supervisor: page tools")
    public @interface Configuration {
        String PREFIX_ = "browser.";

        @AttributeDefinition(name = "Limit of a page's text in characters")
        int snapshot__threshold() default 15_000;
    }

    private final List<ServiceRegistration<BrowserTool>> registrations;
    private volatile int snapshotThreshold;

    @Activate
    public PageToolsComponent(BundleContext context, Configuration configuration) {
        snapshotThreshold = configuration.snapshot__threshold();
        RefTables refTables = new RefTables();
        PageReader reader = new PageReader(refTables);
        registrations = List.<BrowserTool>of(
                        new NavigateTool(reader),
                        new SnapshotTool(reader, () -> snapshotThreshold),
                        new CdpTool(),
                        new ConsoleTool(),
                        new ScreenshotTool(new ElementFinder(refTables)),
                        new CloseTool())
                .stream()
                .map(tool -> context.registerService(BrowserTool.class, tool, null))
                .toList();
    }

    @Modified
    void modified(Configuration configuration) {
        snapshotThreshold = configuration.snapshot__threshold();
    }

    @Deactivate
    void deactivate() {
        registrations.forEach(ServiceRegistration::unregister);
    }
}
