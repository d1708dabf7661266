package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.supervisor.EventTopics;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.supervisor.Supervisor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells others what happens to one task, in order, on one thread that is there only while there is something to tell:
 * listeners are foreign code and must not hold up the loop. Safe for any thread.
 */
final class Publisher {

    /** Where events for the whole process go. Safe for any thread. */
    interface EventSink {
        /** Whether anybody takes them now. */
        boolean isOpen();

        void post(String topic, Map<String, ?> properties);

        EventSink NONE = new EventSink() {
            @Override
            public boolean isOpen() {
                return false;
            }

            @Override
            public void post(String topic, Map<String, ?> properties) {}
        };
    }

    private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);
    private static final long IDLE_SECONDS = 5;

    private final String taskId;
    private final EventSink events;
    private final List<Consumer<Interruption>> listeners = new CopyOnWriteArrayList<>();
    private final ThreadPoolExecutor thread;

    Publisher(String taskId, EventSink events) {
        this.taskId = taskId;
        this.events = events;
        thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                body -> DaemonThreads.create("cdp-events-" + taskId, body));
        thread.allowCoreThreadTimeOut(true);
        thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    Supervisor.Subscription subscribe(Consumer<Interruption> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void publish(Interruption interruption) {
        if (!listeners.isEmpty()) {
            thread.execute(() -> listeners.forEach(l -> tell(() -> l.accept(interruption))));
        }
        switch (interruption.kind()) {
            case CRASHED -> post(EventTopics.PAGE_CRASHED, Map.of());
            case TAB_GONE -> post(EventTopics.PAGE_GONE, Map.of());
            case DIALOG, DISCONNECTED -> {
                // A dialog is told when it opens, whoever answers it; a drop apart from an end that was wanted.
            }
        }
    }

    void opened(PendingDialog dialog) {
        post(EventTopics.DIALOG_OPENED, of(dialog));
    }

    void closed(ClosedDialog closed) {
        Map<String, Object> properties = new HashMap<>(of(closed.dialog()));
        properties.put(EventTopics.CLOSED_BY, closed.closedBy().wire());
        post(EventTopics.DIALOG_CLOSED, properties);
    }

    void post(String topic, Map<String, ?> properties) {
        if (events.isOpen()) {
            Map<String, Object> all = new HashMap<>(properties);
            all.put(EventTopics.TASK_ID, taskId);
            all.put("timestamp", System.currentTimeMillis());
            thread.execute(() -> tell(() -> events.post(topic, all)));
        }
    }

    /** What is queued is still told. */
    void close() {
        thread.shutdown();
    }

    private static Map<String, Object> of(PendingDialog dialog) {
        return Map.of(
                EventTopics.DIALOG_ID, dialog.id(),
                EventTopics.DIALOG_TYPE, dialog.type().wire(),
                EventTopics.DIALOG_MESSAGE, dialog.message(),
                EventTopics.FRAME_ID, dialog.frameId());
    }

    private static void tell(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | LinkageError e) {
            // One listener of a bundle that is going must not keep the news from the others.
            LOG.warn("A listener of supervisor events failed", e);
        }
    }
}
