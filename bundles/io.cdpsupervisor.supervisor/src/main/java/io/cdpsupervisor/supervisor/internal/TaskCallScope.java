package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CallAbandonedException;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The calls of one tool call. Safe for any thread. */
final class TaskCallScope implements CallScope {

    private record Abandonment(ErrorCode code, String message) {
        CallAbandonedException exception() {
            return new CallAbandonedException(code, message);
        }
    }

    private final TaskSupervisor task;
    private final Set<ScopedCall> waiting = ConcurrentHashMap.newKeySet();
    /** Threads that are inside {@link #finishing}: what they send is neither refused nor given up. */
    private final Set<Thread> finishing = ConcurrentHashMap.newKeySet();

    private volatile Abandonment abandoned;

    TaskCallScope(TaskSupervisor task) {
        this.task = task;
    }

    @Override
    public SupervisorSnapshot snapshot() {
        return task.snapshot();
    }

    @Override
    public PendingReply send(CdpRoute route, String method, Map<String, ?> params, Duration timeout) {
        task.refuseOnLoop();
        boolean kept = finishing.contains(Thread.currentThread());
        ScopedCall call = new ScopedCall(task, route, method, params, timeout, waiting::remove);
        if (!kept) {
            waiting.add(call);
            // Added first, looked at second: an abandonment in between finds the call in the set or is seen here.
            Abandonment over = abandoned;
            if (over != null) {
                waiting.remove(call);
                throw over.exception();
            }
        }
        call.start();
        return call;
    }

    @Override
    public SupervisorSnapshot await(String what, Predicate<SupervisorSnapshot> condition, Duration timeout) {
        task.refuseOnLoop();
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            SupervisorSnapshot snapshot = task.snapshot();
            if (condition.test(snapshot)) {
                return snapshot;
            }
            if (snapshot.state() == SupervisorState.ENDED) {
                throw TaskConnection.ended();
            }
            Abandonment over = abandoned;
            if (over != null && !finishing.contains(Thread.currentThread())) {
                throw over.exception();
            }
            if (!task.context().board().awaitChange(snapshot.revision(), deadline, () -> abandoned != over)) {
                throw new CdpTimeoutException(what + " did not come within " + ScopedCall.seconds(timeout) + ".", true);
            }
        }
    }

    @Override
    public <T> T finishing(Supplier<T> step) {
        boolean outermost = finishing.add(Thread.currentThread());
        try {
            return step.get();
        } finally {
            if (outermost) {
                finishing.remove(Thread.currentThread());
            }
        }
    }

    @Override
    public void abandon(ErrorCode code, String message) {
        synchronized (this) {
            if (abandoned != null) {
                return;
            }
            abandoned = new Abandonment(code, message);
        }
        waiting.forEach(call -> call.abandon(new CallAbandonedException(code, message)));
        task.context().board().wake();
    }

    @Override
    public void close() {
        abandon(ErrorCode.INTERNAL, "The call is over.");
    }
}
