package io.cdpsupervisor.console.internal;

import org.apache.felix.service.command.Converter;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Takes the number of a bundle for the bundle, so that {@code stop 36} works. Safe for any thread. */
@Component(property = Converter.CONVERTER_CLASSES + "=org.osgi.framework.Bundle")
public final class BundleConverterComponent implements Converter {

    private final BundleContext context;

    @Activate
    public BundleConverterComponent(BundleContext context) {
        this.context = context;
    }

    @Override
    public Object convert(Class<?> type, Object value) {
        return type == Bundle.class && value.toString().matches("\\d{1,9}")
                ? context.getBundle(Long.parseLong(value.toString()))
                : null;
    }

    @Override
    public CharSequence format(Object value, int level, Converter next) {
        return null;
    }
}
