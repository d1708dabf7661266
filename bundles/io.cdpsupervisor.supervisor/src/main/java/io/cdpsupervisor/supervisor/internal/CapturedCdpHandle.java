package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.BeforeSend;
import io.cdpsupervisor.api.cdp.CallOptions;
import io.cdpsupervisor.api.cdp.CapturedCdp;
import io.cdpsupervisor.api.cdp.CapturedCdpInvalidException;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bundle's hold on one attachment. Validity is identity: the handle belongs to that attachment object and to no
 * later one. Safe for any thread but the loop.
 */
final class CapturedCdpHandle implements CapturedCdp {

    private static final Logger LOG = LoggerFactory.getLogger(CapturedCdpHandle.class);
    private static final long SLOW_HOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private enum Admission {
        NEW,
        ADMITTED,
        ABANDONED
    }

    /** One call: it is admitted or abandoned, never both. */
    private final class Call {
        private final String method;
        private final Map<String, ?> params;
        private final CallOptions options;
        private final long deadline;
        private final AtomicReference<Admission> admission = new AtomicReference<>(Admission.NEW);
        private final CompletableFuture<CdpReply> result = new CompletableFuture<>();
        /** Confined to the loop. */
        private CompletableFuture<CdpReply> wire;

        private Call(String method, Map<String, ?> params, CallOptions options) {
            this.method = method;
            this.params = params;
            this.options = options;
            this.deadline =
                    System.nanoTime() + options.timeout().orElse(Duration.ZERO).toNanos();
        }

        private boolean late() {
            return options.timeout().isPresent() && System.nanoTime() - deadline > 0;
        }

        /** On the loop, in one uninterrupted step up to the send. */
        private void admit() {
            if (!admission.compareAndSet(Admission.NEW, Admission.ADMITTED)) {
                return;
            }
            try {
                requireValid();
                requireInTime();
                attachment.router().check(options.sessionId(), method);
                options.beforeSend().ifPresent(this::ask);
                requireInTime();
                wire = attachment.send(options.sessionId(), method, params);
            } catch (Throwable veto) {
                // Whatever a plug-in's hook throws is the plug-in's, not the loop's.
                result.completeExceptionally(veto);
                return;
            }
            wire.whenComplete((reply, error) -> {
                if (error == null) {
                    if (method.equals("Target.attachToTarget")) {
                        onAcquired(Params.text(reply.result(), "sessionId"));
                    }
                    result.complete(reply);
                } else {
                    result.completeExceptionally(CallRouter.unwrap(error));
                }
            });
        }

        private void onAcquired(String id) {
            acquired.add(id);
            String targetId = params.get("targetId") instanceof String target ? target : "";
            attachment.sessions().add(new Session(id, targetId, "page", Session.Role.CAPTURE, id, ""));
        }

        private void requireInTime() {
            if (late()) {
                throw new CdpTimeoutException(method + " timed out before admission; it was never sent.", false);
            }
        }

        private void ask(BeforeSend hook) {
            long start = System.nanoTime();
            try {
                hook.check(method, options.sessionId(), params);
            } finally {
                long took = System.nanoTime() - start;
                if (took > SLOW_HOOK_NANOS) {
                    LOG.warn(
                            "beforeSend of bundle {} held up task {} for {} ms on {}",
                            owner,
                            task.taskId(),
                            TimeUnit.NANOSECONDS.toMillis(took),
                            method);
                }
            }
        }

        private CdpReply await() {
            waiting.add(this);
            if (closed) {
                throw invalid();
            }
            task.submit(this::admit, result);
            try {
                return options.timeout().isPresent()
                        ? result.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)
                        : result.get();
            } catch (TimeoutException e) {
                throw giveUp();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                giveUp();
                throw new CdpException(ErrorCode.TIMEOUT, method + " was interrupted while it waited.");
            } catch (ExecutionException e) {
                throw thrown(e.getCause());
            } finally {
                waiting.remove(this);
            }
        }

        private CdpTimeoutException giveUp() {
            if (admission.compareAndSet(Admission.NEW, Admission.ABANDONED)) {
                return new CdpTimeoutException(method + " timed out before admission; it was never sent.", false);
            }
            task.context().onLoop(() -> {
                if (wire != null) {
                    wire.cancel(false);
                }
            });
            return new CdpTimeoutException(method + " got no reply in time; it may still take effect.", true);
        }
    }

    private final TaskSupervisor task;
    private final Attachment attachment;
    private final String sessionId;
    private final String owner;
    private final Consumer<CapturedCdpHandle> onClose;
    private final Set<Call> waiting = ConcurrentHashMap.newKeySet();
    /** Sessions that this handle attached. Confined to the loop. */
    private final Set<String> acquired = new LinkedHashSet<>();

    private volatile boolean closed;

    /**
     * A handle on a session that is attached already.
     *
     * @param owner symbolic name of the capturing bundle, for the log
     */
    CapturedCdpHandle(
            TaskSupervisor task,
            Attachment attachment,
            String sessionId,
            String owner,
            Consumer<CapturedCdpHandle> onClose) {
        this.task = task;
        this.attachment = attachment;
        this.sessionId = sessionId;
        this.owner = owner;
        this.onClose = onClose;
    }

    @Override
    public String taskId() {
        return task.taskId();
    }

    @Override
    public String pageSessionId() {
        return sessionId;
    }

    @Override
    public boolean isValid() {
        return !closed && attachment.isUsable();
    }

    @Override
    public CdpReply call(String method, Map<String, ?> params, CallOptions options) {
        task.refuseOnLoop();
        requireValid();
        return new Call(method, params, options).await();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        onClose.accept(this);
        List<Call> given = List.copyOf(waiting);
        given.forEach(call -> call.result.completeExceptionally(invalid()));
        task.context().onLoop(() -> letGo(given));
    }

    /** What is enabled on a session is undone by its detach; what is still on its way is given back when it comes. */
    private void letGo(List<Call> given) {
        given.stream().map(call -> call.wire).filter(Objects::nonNull).forEach(wire -> wire.cancel(false));
        acquired.forEach(attachment::detach);
        attachment.detach(sessionId);
    }

    private void requireValid() {
        if (!isValid()) {
            throw invalid();
        }
    }

    static CapturedCdpInvalidException released() {
        return new CapturedCdpInvalidException("The capturing bundle is stopping, so its captures are over.");
    }

    private CapturedCdpInvalidException invalid() {
        return new CapturedCdpInvalidException(
                closed
                        ? "This capture of task " + task.taskId() + " was closed. Capture again."
                        : "The connection of task " + task.taskId() + " that was captured is over. Capture again.");
    }

    /** What ended with the attachment says so, whichever way it was told. */
    private RuntimeException thrown(Throwable cause) {
        if (cause instanceof Error e) {
            throw e;
        }
        boolean lost = cause instanceof CdpException && !(cause instanceof CdpTimeoutException) && !isValid();
        if (lost) {
            return invalid();
        }
        return cause instanceof RuntimeException e
                ? e
                : new CdpException(ErrorCode.INTERNAL, "beforeSend threw a checked exception: " + cause);
    }
}
