package io.cdpsupervisor.settings.internal;

import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationListener;
import org.osgi.service.cm.ConfigurationPlugin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.LoggerFactory;

/**
 * Brings settings and initial configurations to ConfigAdmin. Runs in a start level below every component that has
 * settings; SCR alone calls it.
 */
@Component(service = {})
public final class SettingsComponent {

    private static final String COMMAND_LINE = "cdpsupervisor.set.";
    private static final String CONFIGURATIONS = "cdpsupervisor.configurations";
    /** Late among the plug-ins that may modify, so that the command line has the last word. */
    private static final int RANKING = 900;

    private final ServiceRegistration<ConfigurationPlugin> plugin;
    private final ServiceRegistration<ConfigurationListener> listener;

    /** The plug-in is registered by hand: were it this component's own service, ConfigAdmin could not get it yet. */
    @Activate
    public SettingsComponent(BundleContext context, @Reference ConfigurationAdmin admin) {
        var log = LoggerFactory.getLogger("io.cdpsupervisor.settings");
        var overlay = new Overlay(key -> context.getProperty(COMMAND_LINE + key), System::getenv, log);
        String text = Optional.ofNullable(context.getProperty(CONFIGURATIONS)).orElse("");
        var keeper = new ConfigurationKeeper(admin, new InitialConfigurations(SettingsPlugin.pids(), text), log);

        plugin = context.registerService(
                ConfigurationPlugin.class, new SettingsPlugin(overlay), FrameworkUtil.asDictionary(pluginProperties()));
        keeper.createMissing();
        listener = context.registerService(ConfigurationListener.class, keeper, null);
    }

    @Deactivate
    void deactivate() {
        listener.unregister();
        plugin.unregister();
    }

    private static Map<String, Object> pluginProperties() {
        return Map.of(
                ConfigurationPlugin.CM_TARGET,
                SettingsPlugin.pids().toArray(new String[0]),
                ConfigurationPlugin.CM_RANKING,
                RANKING);
    }
}
