package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.supervisor.Supervisor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners of interruptions, in order, on one thread of the task that is there only while there is something to
 * tell: listeners are foreign code and must not hold up the loop. Safe for any thread.
 */
final class InterruptionPublisher {

    private static final Logger LOG = LoggerFactory.getLogger(InterruptionPublisher.class);
    private static final long IDLE_SECONDS = 5;

    private final List<Consumer<Interruption>> listeners = new CopyOnWriteArrayList<>();
    private final ThreadPoolExecutor thread;

    InterruptionPublisher(String threadName) {
        thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                body -> DaemonThreads.create(threadName, body));
        thread.allowCoreThreadTimeOut(true);
        thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    Supervisor.Subscription subscribe(Consumer<Interruption> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void publish(Interruption interruption) {
        if (!listeners.isEmpty()) {
            thread.execute(() -> listeners.forEach(l -> tell(l, interruption)));
        }
    }

    /** What is queued is still told. */
    void close() {
        thread.shutdown();
    }

    private static void tell(Consumer<Interruption> listener, Interruption interruption) {
        try {
            listener.accept(interruption);
        } catch (RuntimeException | LinkageError e) {
            // One listener of a bundle that is going must not keep the news from the others.
            LOG.warn("A listener failed on {}", interruption.kind(), e);
        }
    }
}
