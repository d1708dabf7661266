package io.cdpsupervisor.settings.internal;

import io.cdpsupervisor.api.settings.Setting;
import java.util.Collections;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationPlugin;

/** Lays the {@link Overlay} over each configuration on its way to its component. Called by ConfigAdmin on any thread. */
final class SettingsPlugin implements ConfigurationPlugin {

    private final Overlay overlay;

    SettingsPlugin(Overlay overlay) {
        this.overlay = overlay;
    }

    /** The PIDs that have settings. */
    static List<String> pids() {
        return Setting.ALL.stream().map(Setting::pid).distinct().toList();
    }

    @Override
    @SuppressWarnings("JdkObsolete") // ConfigAdmin speaks in Dictionary
    public void modifyConfiguration(ServiceReference<?> reference, Dictionary<String, Object> properties) {
        Map<String, Object> held = new HashMap<>();
        for (String key : Collections.list(properties.keys())) {
            held.put(key, properties.get(key));
        }
        if (held.get(Constants.SERVICE_PID) instanceof String pid) {
            overlay.settings(pid, held).forEach(properties::put);
        }
    }
}
