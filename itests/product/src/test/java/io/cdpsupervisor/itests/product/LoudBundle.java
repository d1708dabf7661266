package io.cdpsupervisor.itests.product;

import io.cdpsupervisor.itests.support.TestBundle;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** A bundle that talks on System.out, as third-party code will. Called by its framework only. */
public final class LoudBundle implements BundleActivator {

    static final String WORDS = "a banner that nobody wants";

    static InputStream jar() {
        return new TestBundle(
                        "test.loud",
                        Map.of("Bundle-Activator", LoudBundle.class.getName(), "Import-Package", "org.osgi.framework"),
                        List.of(LoudBundle.class),
                        Map.of())
                .jar();
    }

    @Override
    public void start(BundleContext context) {
        System.out.println(WORDS);
    }

    /** At the end of the host this is what reaches its System.out; what start prints goes to the shell that asked. */
    @Override
    public void stop(BundleContext context) {
        System.out.println(WORDS);
    }
}
