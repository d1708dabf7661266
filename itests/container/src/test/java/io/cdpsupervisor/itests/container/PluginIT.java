package io.cdpsupervisor.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.host.BrowserHost;
import io.cdpsupervisor.api.host.ToolRequest;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolResult;
import io.cdpsupervisor.itests.support.InFelix;
import io.cdpsupervisor.itests.support.Service;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** A vendor's plug-in comes and goes while the host runs. */
@InFelix(DistributionOptions.class)
class PluginIT {

    private static final String TASK = "plugin-task";
    private static final String TOOL = "sample_title";

    @Service
    BundleContext context;

    @Service
    BrowserHost host;

    private Bundle plugin;

    @BeforeEach
    void install() throws IOException, BundleException {
        Path demo = Path.of(context.getProperty("cdpsupervisor.dist"), "demo");
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(demo, "*sampleplugin*.jar")) {
            plugin = context.installBundle(jars.iterator().next().toUri().toString());
        }
    }

    @AfterEach
    void uninstall() throws BundleException {
        if (plugin.getState() != Bundle.UNINSTALLED) {
            plugin.uninstall();
        }
    }

    @Test
    void toolIsListedWhileItsBundleIsActive() throws BundleException {
        assertThat(tools()).doesNotContain(TOOL).contains("browser_navigate", "browser_dialog");

        plugin.start();
        assertThat(tools()).contains(TOOL);

        plugin.stop();
        assertThat(tools()).doesNotContain(TOOL);

        plugin.start();
        assertThat(tools()).contains(TOOL);

        plugin.uninstall();
        assertThat(tools()).doesNotContain(TOOL);
    }

    @Test
    void callOfAToolThatHasGoneIsToldSo() throws Exception {
        plugin.start();
        plugin.stop();

        ToolResult result = call(TOOL);

        assertThat(result.success()).isFalse();
        assertThat(result.fields()).containsEntry("code", "tool_gone");
    }

    @Test
    void pluginWithoutABrowserIsToldToOpenOne() throws Exception {
        plugin.start();

        ToolResult result = call(TOOL);

        assertThat(result.success()).isFalse();
        assertThat(result.fields()).containsEntry("code", "disconnected");
    }

    @Test
    void listenerHearsOfEveryChange() throws Exception {
        CountDownLatch changes = new CountDownLatch(2);
        BrowserHost.Registration listening = host.onToolsChanged(changes::countDown);
        plugin.start();
        plugin.stop();

        assertThat(changes.await(10, TimeUnit.SECONDS)).isTrue();
        listening.close();
    }

    private List<String> tools() {
        return host.tools(TASK).stream().map(ToolDefinition::name).toList();
    }

    private ToolResult call(String tool) throws Exception {
        return host.call(new ToolRequest(TASK, tool, Map.of(), (fraction, message) -> {}))
                .get(30, TimeUnit.SECONDS);
    }
}
