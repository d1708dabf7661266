package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.dialog.DialogDecider;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.transport.CdpConnector;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.Constants;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.event.Event;
import org.osgi.service.event.EventAdmin;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/**
 * Holds the one {@link Supervisors} behind every bundle's registry, its configuration, and who captured what. Immediate,
 * so that it outlives its users: dialog numbers are never used twice.
 */
@Component(immediate = true, service = SupervisorsComponent.class, configurationPid = "io.cdpsupervisor.supervisor")
@Designate(ocd = SupervisorsComponent.Config.class)
public final class SupervisorsComponent implements SynchronousBundleListener {

    /** Dialogs that open after a change follow the new values. */
    @ObjectClassDefinition(name = "CDP Supervisor: dialogs")
    public @interface Config {
        String PREFIX_ = "browser.";

        @AttributeDefinition(
                name = "Dialog policy",
                options = {@Option("must_respond"), @Option("auto_dismiss"), @Option("auto_accept")})
        String dialog__policy() default "must_respond";

        @AttributeDefinition(name = "Dialog time limit in seconds")
        long dialog__timeout__s() default 300;
    }

    private final BundleContext context;
    private final Supervisors supervisors;
    private final Set<Holder> holders = ConcurrentHashMap.newKeySet();
    private final Deciders deciders = new Deciders();
    private volatile DialogSettings settings;

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    private volatile EventAdmin eventAdmin;

    private record Holder(Bundle bundle, Captures captures) {}

    @Activate
    public SupervisorsComponent(BundleContext context, @Reference CdpConnector connector, Config config) {
        this.context = context;
        this.settings = settings(config);
        this.supervisors = new Supervisors(connector, () -> settings, deciders, new EventAdminSink());
        context.addBundleListener(this);
    }

    /** Passes events on while there is somebody who takes them. */
    private final class EventAdminSink implements Publisher.EventSink {
        @Override
        public boolean isOpen() {
            return eventAdmin != null;
        }

        @Override
        public void post(String topic, Map<String, ?> properties) {
            EventAdmin admin = eventAdmin;
            if (admin != null) {
                admin.postEvent(new Event(topic, properties));
            }
        }
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindDecider(DialogDecider decider, Map<String, Object> properties) {
        deciders.add(
                decider,
                properties.get(Constants.SERVICE_RANKING) instanceof Integer ranking ? ranking : 0,
                (Long) properties.get(Constants.SERVICE_ID),
                "bundle " + properties.get(Constants.SERVICE_BUNDLEID));
    }

    void unbindDecider(Map<String, Object> properties) {
        deciders.remove((Long) properties.get(Constants.SERVICE_ID));
    }

    @Modified
    void modified(Config config) {
        settings = settings(config);
    }

    @Deactivate
    void deactivate() {
        context.removeBundleListener(this);
        supervisors.stopAll();
    }

    Supervisors supervisors() {
        return supervisors;
    }

    Captures capturesOf(Bundle bundle) {
        Captures captures =
                new Captures(Optional.ofNullable(bundle.getSymbolicName()).orElse("?"));
        holders.add(new Holder(bundle, captures));
        return captures;
    }

    void release(Captures captures) {
        captures.closeAll();
        holders.removeIf(h -> h.captures() == captures);
    }

    /** Before the plug-in's own stop, which may be waiting for a worker in an unlimited call. */
    @Override
    public void bundleChanged(BundleEvent event) {
        if (event.getType() == BundleEvent.STOPPING) {
            holders.stream()
                    .filter(h -> h.bundle() == event.getBundle())
                    .forEach(h -> h.captures().closeAll());
        }
    }

    private static DialogSettings settings(Config config) {
        return new DialogSettings(
                DialogPolicy.valueOf(config.dialog__policy().toUpperCase(Locale.ROOT)),
                Duration.ofSeconds(config.dialog__timeout__s()));
    }
}
