package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CallAbandonedException;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.redact.Redactor;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** One command of a tool on its way. Safe for any thread, but for what is said to be confined to the loop. */
final class ScopedCall implements TaskCdp.PendingReply {

    /** Commands that lay hands on a page by its target id. */
    private static final Set<String> TAKING =
            Set.of("Target.attachToTarget", "Target.closeTarget", "Target.activateTarget");

    /** Where the command went. */
    private record Sent(Attachment attachment, String session) {}

    private final TaskSupervisor task;
    private final CdpRoute route;
    private final String method;
    private final Map<String, ?> params;
    private final Duration timeout;
    private final long deadline;
    private final Consumer<ScopedCall> onEnd;
    private final CompletableFuture<CdpReply> result = new CompletableFuture<>();
    private volatile Sent sent;
    /** Confined to the loop, like the next. */
    private CompletableFuture<Optional<String>> routing;

    private CompletableFuture<CdpReply> wire;

    ScopedCall(
            TaskSupervisor task,
            CdpRoute route,
            String method,
            Map<String, ?> params,
            Duration timeout,
            Consumer<ScopedCall> onEnd) {
        this.task = task;
        this.route = route;
        this.method = method;
        this.params = params;
        this.timeout = timeout;
        this.deadline = System.nanoTime() + timeout.toNanos();
        this.onEnd = onEnd;
    }

    void start() {
        task.submit(this::admit, result);
    }

    /** Ends the wait; what is on the wire is forgotten. */
    void abandon(CallAbandonedException cause) {
        if (result.completeExceptionally(cause)) {
            task.context().onLoop(this::forget);
        }
    }

    @Override
    public CdpReply join() {
        task.refuseOnLoop();
        try {
            return result.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return giveUp(late());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return giveUp(new CdpException(ErrorCode.TIMEOUT, method + " was interrupted while it waited."));
        } catch (ExecutionException e) {
            throw rethrown(e.getCause());
        } finally {
            onEnd.accept(this);
        }
    }

    private CdpException late() {
        Sent last = sent;
        if (last != null && last.attachment().responses().isSilent(last.session())) {
            return new CdpException(ErrorCode.PAGE_UNRESPONSIVE, method + " got no reply. " + CallRouter.UNRESPONSIVE);
        }
        return new CdpTimeoutException(
                method + " got no reply within " + seconds(timeout)
                        + ". The page may be busy: try again, perhaps with a longer timeout.",
                true);
    }

    static String seconds(Duration timeout) {
        return timeout.toMillis() % 1000 == 0 ? timeout.toSeconds() + " s" : timeout.toMillis() + " ms";
    }

    /** The reply may have come in this very moment; then it counts. */
    private CdpReply giveUp(CdpException cause) {
        if (!result.completeExceptionally(cause) && !result.isCompletedExceptionally()) {
            return result.join();
        }
        task.context().onLoop(this::forget);
        throw cause;
    }

    private void admit() {
        if (result.isDone()) {
            return;
        }
        try {
            Attachment attachment = task.connection().attached();
            CallRouter router = attachment.router();
            routing = router.resolve(route, method);
            routing.whenComplete((session, error) -> {
                if (error != null) {
                    fail(error);
                } else if (!result.isDone()) {
                    send(attachment, router, session);
                }
            });
        } catch (BrowserException e) {
            fail(e);
        }
    }

    private void send(Attachment attachment, CallRouter router, Optional<String> session) {
        try {
            sent = new Sent(attachment, session.orElse(""));
            router.check(session, method);
            if (TAKING.contains(method) && params.get("targetId") instanceof String target) {
                router.checkOwner(target);
            }
            wire = attachment.send(session, method, params);
        } catch (RuntimeException e) {
            fail(e);
            return;
        }
        wire.whenComplete((reply, error) -> {
            if (error == null) {
                result.complete(reply);
            } else {
                fail(error);
            }
        });
    }

    private void fail(Throwable error) {
        result.completeExceptionally(CallRouter.unwrap(error));
    }

    private void forget() {
        if (routing != null) {
            routing.cancel(false);
        }
        if (wire != null) {
            wire.cancel(false);
        }
    }

    private static RuntimeException rethrown(Throwable cause) {
        if (cause instanceof RuntimeException e) {
            return e;
        }
        return new CdpException(
                ErrorCode.INTERNAL, "A command failed unexpectedly: " + Redactor.text(String.valueOf(cause)));
    }
}
