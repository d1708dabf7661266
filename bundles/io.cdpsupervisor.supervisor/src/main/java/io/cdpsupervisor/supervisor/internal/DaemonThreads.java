package io.cdpsupervisor.supervisor.internal;

/**
 * Makes this bundle's threads: daemons that take over neither the class loader nor the inheritable values of whoever
 * happens to start them, which could pin a stopped bundle. Safe for any thread.
 */
final class DaemonThreads {

    private DaemonThreads() {}

    static Thread create(String name, Runnable body) {
        Thread thread = new Thread(null, body, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }
}
