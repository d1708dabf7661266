package io.cdpsupervisor.itests.support;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.osgi.framework.BundleReference;

/**
 * Both sides of {@link InFelix}. Outside, where the build's JUnit runs, it starts the container and sends each test in
 * by its unique id; inside, where a JUnit of the framework runs that one test, it injects services and lets it happen.
 * Stateless.
 */
public final class InFelixExtension
        implements BeforeAllCallback, InvocationInterceptor, TestInstancePostProcessor, ParameterResolver {

    private static final Namespace OURS = Namespace.create(InFelixExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        Class<?> test = context.getRequiredTestClass();
        if (!inside(context)) {
            // a nested class has no annotation of its own and finds the container of the class around it
            AnnotationSupport.findAnnotation(test, InFelix.class)
                    .ifPresent(asked -> context.getStore(OURS)
                            .getOrComputeIfAbsent(
                                    FelixContainer.class,
                                    key -> FelixContainer.start(test, ReflectionSupport.newInstance(asked.value()))));
        }
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        runInside(invocation, context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        runInside(invocation, context);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        skipOutside(invocation, context);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        skipOutside(invocation, context);
    }

    @Override
    public void interceptBeforeAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        throw refusal("@BeforeAll", "@BeforeEach", method);
    }

    @Override
    public void interceptAfterAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        throw refusal("@AfterAll", "@AfterEach", method);
    }

    @Override
    public <T> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        throw refusal("@TestFactory", "@ParameterizedTest", method);
    }

    @Override
    public void postProcessTestInstance(Object test, ExtensionContext context) throws IllegalAccessException {
        if (inside(context)) {
            injector(context).fillFields(test);
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.isAnnotated(Service.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Service wanted = parameter.findAnnotation(Service.class).orElseThrow();
        return inside(context)
                ? injector(context).find(parameter.getParameter().getType(), wanted)
                : null; // the method is not invoked on this side
    }

    private static void runInside(Invocation<Void> invocation, ExtensionContext context) throws Throwable {
        if (inside(context)) {
            invocation.proceed();
        } else {
            invocation.skip();
            context.getStore(OURS)
                    .get(FelixContainer.class, FelixContainer.class)
                    .run(context.getUniqueId());
        }
    }

    private static void skipOutside(Invocation<Void> invocation, ExtensionContext context) throws Throwable {
        if (inside(context)) {
            invocation.proceed();
        } else {
            invocation.skip();
        }
    }

    private static boolean inside(ExtensionContext context) {
        return context.getRequiredTestClass().getClassLoader() instanceof BundleReference;
    }

    private static ServiceInjector injector(ExtensionContext context) {
        return context.getStore(OURS)
                .getOrComputeIfAbsent(
                        ServiceInjector.class,
                        key -> new ServiceInjector(context.getRequiredTestClass()),
                        ServiceInjector.class);
    }

    private static ExtensionConfigurationException refusal(
            String annotation, String instead, ReflectiveInvocationContext<Method> method) {
        return new ExtensionConfigurationException(annotation + " " + method.getExecutable()
                + " cannot be kept in Felix, where each test is a run of its own: use " + instead + ".");
    }
}
