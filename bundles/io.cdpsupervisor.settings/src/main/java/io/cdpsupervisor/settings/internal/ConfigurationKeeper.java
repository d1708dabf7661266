package io.cdpsupervisor.settings.internal;

import java.io.IOException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;
import org.slf4j.Logger;

/**
 * Sees to it that each initial configuration exists, so that its component is configured at all. One that exists
 * already is left as it is; one that somebody deletes comes back as it was at the start. Safe for any thread.
 */
final class ConfigurationKeeper implements ConfigurationListener {

    private final ConfigurationAdmin admin;
    private final InitialConfigurations initial;
    private final Logger log;

    ConfigurationKeeper(ConfigurationAdmin admin, InitialConfigurations initial, Logger log) {
        this.admin = admin;
        this.initial = initial;
        this.log = log;
    }

    /** Creates what is missing; when it returns, ConfigAdmin has it. */
    void createMissing() {
        initial.pids().forEach(this::createIfMissing);
    }

    @Override
    public void configurationEvent(ConfigurationEvent event) {
        if (event.getType() == ConfigurationEvent.CM_DELETED && initial.pids().contains(event.getPid())) {
            createIfMissing(event.getPid());
        }
    }

    private void createIfMissing(String pid) {
        try {
            if (admin.listConfigurations("(" + Constants.SERVICE_PID + "=" + pid + ")") == null) {
                admin.getConfiguration(pid, "?").update(FrameworkUtil.asDictionary(initial.properties(pid)));
            }
        } catch (IOException | InvalidSyntaxException e) {
            log.error("The configuration {} could not be created, so its component keeps its defaults.", pid, e);
        }
    }
}
