package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.transport.CdpConnector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * All supervisors of this process, by task. Starts and stops of one task wait for each other, those of different tasks
 * do not. Safe for any thread.
 */
final class Supervisors {

    /** What is kept of a task for the life of the process, so that its dialog numbers are never used twice. */
    private static final class Slot {
        private final AtomicLong dialogNumbers = new AtomicLong();
        private volatile TaskSupervisor current;
        /** Not to be found yet, but to be stopped like the current one. */
        private volatile TaskSupervisor starting;
    }

    private final Shared shared;
    private final Map<String, Slot> slots = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** Without deciders, and telling nobody. */
    Supervisors(CdpConnector connector, Supplier<DialogSettings> settings) {
        this(connector, settings, new Deciders(), Publisher.EventSink.NONE);
    }

    Supervisors(
            CdpConnector connector, Supplier<DialogSettings> settings, Deciders deciders, Publisher.EventSink events) {
        this.shared = new Shared(connector, settings, deciders, events, this::ownerOf);
    }

    Supervisor getOrStart(String taskId, SupervisorSpec spec) {
        Slot slot = slots.computeIfAbsent(taskId, id -> new Slot());
        synchronized (slot) {
            TaskSupervisor old = slot.current;
            if (old != null && old.spec().endpointId().equals(spec.endpointId()) && revived(old, spec)) {
                return old;
            }
            if (old != null) {
                old.stop();
            }
            slot.starting = new TaskSupervisor(
                    taskId, spec, shared, slot.dialogNumbers::incrementAndGet, ended -> onEnded(slot, ended));
            try {
                return start(slot);
            } finally {
                slot.starting = null;
            }
        }
    }

    private TaskSupervisor start(Slot slot) {
        TaskSupervisor fresh = slot.starting;
        // Announced first, looked at second: whoever closes sees the one or is seen.
        if (closed) {
            fresh.stop();
            throw TaskConnection.ended();
        }
        fresh.start();
        slot.current = fresh;
        return fresh;
    }

    Optional<TaskSupervisor> find(String taskId) {
        return Optional.ofNullable(slots.get(taskId))
                .map(slot -> slot.current)
                .filter(s -> state(s) != SupervisorState.ENDED);
    }

    private Optional<String> ownerOf(String endpointId, String targetId, String exceptTask) {
        return slots.entrySet().stream()
                .filter(e -> !e.getKey().equals(exceptTask))
                .filter(e -> {
                    TaskSupervisor other = e.getValue().current;
                    return other != null && other.spec().endpointId().equals(endpointId) && other.owns(targetId);
                })
                .map(Map.Entry::getKey)
                .findFirst();
    }

    void stop(String taskId) {
        Slot slot = slots.get(taskId);
        if (slot != null) {
            // Its start ends with it, and gives the lock free.
            Optional.ofNullable(slot.starting).ifPresent(TaskSupervisor::stop);
            synchronized (slot) {
                if (slot.current != null) {
                    slot.current.stop();
                }
            }
        }
    }

    /** Stops them all side by side, and starts no more; blocks at most about 6 s. */
    void stopAll() {
        closed = true;
        List<Thread> stops = slots.entrySet().stream()
                .filter(e -> e.getValue().current != null || e.getValue().starting != null)
                .map(e -> DaemonThreads.create("cdp-stop-" + e.getKey(), () -> stop(e.getKey())))
                .toList();
        stops.forEach(Thread::start);
        long deadline = System.nanoTime() + 6_000_000_000L;
        for (Thread t : stops) {
            try {
                t.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Whether it is attached to a page that is there, if need be after a reconnect. */
    private static boolean revived(TaskSupervisor supervisor, SupervisorSpec spec) {
        if (!supervisor.isAlive()) {
            return false;
        }
        if (state(supervisor) == SupervisorState.RECONNECTING) {
            supervisor.reconnect(spec.startTimeout());
        }
        return state(supervisor) == SupervisorState.ATTACHED
                && !supervisor.snapshot().page().gone();
    }

    private static SupervisorState state(TaskSupervisor supervisor) {
        return supervisor.snapshot().state();
    }

    /** Compares identity: a successor must not lose its place to the end of its predecessor. */
    private static void onEnded(Slot slot, TaskSupervisor ended) {
        if (slot.current == ended) {
            slot.current = null;
        }
    }
}
