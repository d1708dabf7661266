package io.cdpsupervisor.boot.probe;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;

/** Lives in a bundle that a test makes: stops the framework as soon as it is started. */
public final class Stopper implements BundleActivator {

    @Override
    public void start(BundleContext context) throws BundleException {
        context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).stop();
    }

    @Override
    public void stop(BundleContext context) {
        // there is nothing to give back
    }
}
