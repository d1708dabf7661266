package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.backend.BrowserBackend;
import io.cdpsupervisor.api.host.BrowserHost;
import io.cdpsupervisor.api.host.ToolRequest;
import io.cdpsupervisor.api.supervisor.SupervisorRegistry;
import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The host as a component. */
@Component(service = BrowserHost.class, immediate = true, configurationPid = "io.cdpsupervisor.host")
@Designate(ocd = BrowserHostComponent.Config.class)
public final class BrowserHostComponent implements BrowserHost {

    /** Applies to calls that begin after a change. */
    @ObjectClassDefinition(name = "CDP Supervisor: host")
    public @interface Config {
        String PREFIX_ = "browser.";

        @AttributeDefinition(name = "Deadline of commands in seconds")
        long command__timeout() default 30;

        @AttributeDefinition(name = "Allow private addresses on browsers that others own")
        boolean allow__private__urls() default false;

        @AttributeDefinition(name = "Largest message from a browser in MiB")
        long max__message__mb() default 100;
    }

    private final ToolHost host;
    private volatile HostSettings settings;

    @Activate
    public BrowserHostComponent(@Reference SupervisorRegistry registry, Config config) {
        this.settings = settings(config);
        this.host = new ToolHost(registry, new BackendRouter(), new ToolShelf(), () -> settings);
    }

    @Modified
    void modified(Config config) {
        settings = settings(config);
    }

    @Deactivate
    void deactivate() {
        host.close();
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindTool(BrowserTool tool, Map<String, Object> properties) {
        host.add(tool, ranking(properties), serviceId(properties));
    }

    void unbindTool(BrowserTool tool, Map<String, Object> properties) {
        host.remove(tool, serviceId(properties));
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindBackend(BrowserBackend backend) {
        host.add(backend);
    }

    void unbindBackend(BrowserBackend backend) {
        host.remove(backend);
    }

    @Override
    public List<ToolDefinition> tools(String taskId) {
        return host.tools(taskId);
    }

    @Override
    public CompletableFuture<ToolResult> call(ToolRequest request) {
        return host.call(request);
    }

    @Override
    public void close(String taskId) {
        host.close(taskId);
    }

    @Override
    public Registration onToolsChanged(Runnable listener) {
        return host.onToolsChanged(listener);
    }

    private static int ranking(Map<String, Object> properties) {
        return properties.get(Constants.SERVICE_RANKING) instanceof Integer ranking ? ranking : 0;
    }

    private static long serviceId(Map<String, Object> properties) {
        return (Long) properties.get(Constants.SERVICE_ID);
    }

    private static HostSettings settings(Config config) {
        return new HostSettings(
                Duration.ofSeconds(config.command__timeout()),
                config.allow__private__urls(),
                config.max__message__mb() * 1024 * 1024);
    }
}
