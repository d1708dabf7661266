package io.cdpsupervisor.transport.internal;

/** Makes every thread of this bundle. Safe for any thread. */
final class DaemonThreads {

    /** The platform's default. */
    private static final long STACK_SIZE = 0;

    private DaemonThreads() {}

    /**
     * A daemon thread that takes over neither thread locals nor the context class loader of whoever makes it: it may
     * outlive that bundle.
     */
    static Thread create(String name, Runnable body) {
        Thread thread = new Thread(null, body, name, STACK_SIZE, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }
}
