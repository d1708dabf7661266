package io.cdpsupervisor.itests.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A field or parameter of an {@link InFelix} test that is filled from the service registry, for the time of the test. A
 * {@code BundleContext} is that of the bundle the tests live in. When the service does not come, the failure says why.
 */
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
public @interface Service {

    /** LDAP filter beside the type; empty for none. */
    String filter() default "";

    /** How long to wait for it. */
    long timeoutMs() default 10_000;
}
