package io.cdpsupervisor.itests.support;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.commons.support.AnnotationSupport;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.util.tracker.ServiceTracker;

/** Fills what is marked with {@link Service}, inside the framework. Confined to the thread of the test. */
final class ServiceInjector implements AutoCloseable {

    private final BundleContext context;
    private final List<ServiceTracker<?, ?>> inUse = new ArrayList<>();

    ServiceInjector(Class<?> test) {
        this.context = FrameworkUtil.getBundle(test).getBundleContext();
    }

    void fillFields(Object test) throws IllegalAccessException {
        for (Field field : AnnotationSupport.findAnnotatedFields(test.getClass(), Service.class)) {
            field.setAccessible(true);
            field.set(test, find(field.getType(), field.getAnnotation(Service.class)));
        }
    }

    /** Blocks up to the deadline of the annotation. */
    Object find(Class<?> type, Service wanted) {
        if (type == BundleContext.class) {
            return context;
        }
        ServiceTracker<?, ?> tracker = new ServiceTracker<>(context, filter(type, wanted), null);
        inUse.add(tracker);
        tracker.open();
        try {
            Object service = tracker.waitForService(wanted.timeoutMs());
            if (service == null) {
                throw new AssertionError(MissingService.explain(context, filter(type, wanted), wanted.timeoutMs()));
            }
            return service;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + type.getName() + ".", e);
        }
    }

    private Filter filter(Class<?> type, Service wanted) {
        try {
            return context.createFilter("(&(objectClass=" + type.getName() + ")" + wanted.filter() + ")");
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException("@Service of " + type.getName() + ": " + e.getMessage(), e);
        }
    }

    /** Gives the services back. */
    @Override
    public void close() {
        inUse.forEach(ServiceTracker::close);
    }
}
