package io.cdpsupervisor.boot.log;

import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Felix's own messages, in our log. Safe for any thread. */
public final class FrameworkLog extends org.apache.felix.framework.Logger {

    private static final Logger LOG = LoggerFactory.getLogger("org.apache.felix.framework");

    @Override
    @SuppressWarnings("rawtypes") // as Felix declares it
    protected void doLog(Bundle bundle, ServiceReference service, int level, String message, Throwable thrown) {
        doLog(level, bundle == null ? message : bundle.getSymbolicName() + ": " + message, thrown);
    }

    @Override
    protected void doLog(int level, String message, Throwable thrown) {
        switch (level) {
            case LOG_ERROR -> LOG.error(message, thrown);
            case LOG_WARNING -> LOG.warn(message, thrown);
            case LOG_INFO -> LOG.info(message, thrown);
            default -> LOG.debug(message, thrown);
        }
    }
}
