package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CapturedCdp;
import io.cdpsupervisor.api.cdp.CapturedCdpInvalidException;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.error.BrowserException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The captures of one bundle. Safe for any thread. */
final class Captures {

    private final String owner;
    private final Set<CapturedCdpHandle> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Captures(String owner) {
        this.owner = owner;
    }

    /** See {@code SupervisorRegistry.capture}. */
    CapturedCdp capture(TaskSupervisor task, Duration timeout) {
        task.refuseOnLoop();
        CompletableFuture<CapturedCdpHandle> captured = new CompletableFuture<>();
        task.submit(() -> begin(task, captured), captured);
        try {
            return captured.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // The one who loses this race lets go: us here, or the late capture in its completion.
            if (!captured.completeExceptionally(e)) {
                captured.thenAccept(CapturedCdpHandle::close);
            }
            throw new CdpTimeoutException("The capture of task " + task.taskId() + " was not ready in time.", true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            captured.completeExceptionally(e);
            throw new CapturedCdpInvalidException("The capture of task " + task.taskId() + " was interrupted.");
        } catch (ExecutionException e) {
            throw new CapturedCdpInvalidException(e.getCause().getMessage());
        }
    }

    /** Lets go of everything: waiting calls end, sessions are detached. Idempotent, never blocks. */
    void closeAll() {
        closed = true;
        open.forEach(CapturedCdpHandle::close);
    }

    private void begin(TaskSupervisor task, CompletableFuture<CapturedCdpHandle> captured) {
        try {
            Attachment attachment = task.connection().attached();
            String targetId = attachment
                    .pages()
                    .own()
                    .filter(p -> !p.gone())
                    .orElseThrow(CallRouter::tabGone)
                    .targetId();
            attachment
                    .send(Optional.empty(), "Target.attachToTarget", Map.of("targetId", targetId, "flatten", true))
                    .whenComplete((reply, error) -> {
                        if (error != null) {
                            captured.completeExceptionally(CallRouter.unwrap(error));
                            return;
                        }
                        String id = Params.text(reply.result(), "sessionId");
                        attachment.sessions().add(new Session(id, targetId, "page", Session.Role.CAPTURE, id, ""));
                        CapturedCdpHandle handle = new CapturedCdpHandle(task, attachment, id, owner, open::remove);
                        open.add(handle);
                        // Added first, looked at second: one of us sees the other.
                        if (closed || !captured.complete(handle)) {
                            handle.close();
                            captured.completeExceptionally(CapturedCdpHandle.released());
                        }
                    });
        } catch (BrowserException e) {
            captured.completeExceptionally(e);
        }
    }
}
