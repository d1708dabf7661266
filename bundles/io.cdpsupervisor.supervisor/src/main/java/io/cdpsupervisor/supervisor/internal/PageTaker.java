package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the task's page at the beginning of an attachment. Confined to the loop. */
final class PageTaker {

    private static final Logger LOG = LoggerFactory.getLogger(PageTaker.class);

    /** A page that has not answered by then is not waited for: a dialog may freeze it that we cannot see. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Attachment attachment;
    private final AttachmentContext context;
    private final SessionTable sessions;
    private final Pages pages;

    PageTaker(Attachment attachment, AttachmentContext context, SessionTable sessions, Pages pages) {
        this.attachment = attachment;
        this.context = context;
        this.sessions = sessions;
        this.pages = pages;
    }

    /**
     * Takes a new page unless a target is remembered; completes when it is armed, or when it is known not to answer.
     *
     * @param remembered the page of an earlier connection; when it is gone, the page counts as closed
     */
    CompletableFuture<?> take(Optional<String> remembered) {
        return remembered.isPresent() ? retake(remembered.get()) : takeFresh();
    }

    /** A browser in trouble may give a page that never answers; the next one has a process of its own. */
    private CompletableFuture<?> takeFresh() {
        return create().thenCompose(targetId -> attach(targetId)
                .thenCompose(answered -> answered ? CompletableFuture.completedFuture(true) : replace(targetId)));
    }

    private CompletableFuture<Boolean> replace(String silentTarget) {
        LOG.info("Task {}: a fresh page did not answer; another one is made", context.taskId());
        pages.own().ifPresent(page -> sessions.remove(page.sessionId()));
        attachment.closeTarget(silentTarget);
        return create().thenCompose(this::attach);
    }

    private CompletableFuture<?> retake(String targetId) {
        return attach(targetId)
                .handle((answered, error) -> {
                    if (CallRouter.unwrap(error) instanceof CdpErrorException) {
                        pages.setOwn(targetId);
                        attachment.onPageGone();
                        return CompletableFuture.completedFuture(false);
                    }
                    return error == null
                            ? CompletableFuture.completedFuture(answered)
                            : CompletableFuture.<Boolean>failedFuture(error);
                })
                .thenCompose(result -> result);
    }

    private CompletableFuture<String> create() {
        // In the background, so that somebody's window is not raised.
        return attachment
                .send(Optional.empty(), "Target.createTarget", Map.of("url", "about:blank", "background", true))
                .thenApply(reply -> Params.text(reply.result(), "targetId"));
    }

    /** Attaches to the page; says whether it has answered in time. */
    private CompletableFuture<Boolean> attach(String targetId) {
        return attachment.attachTo(targetId).thenCompose(sessionId -> {
            Session session = new Session(sessionId, targetId, "page", Session.Role.PAGE, sessionId, "");
            sessions.add(session);
            WatchedPage page = pages.setOwn(targetId);
            page.onAttached(sessionId);
            // Now that popups can be told from other people's pages; those that are open already are reported first.
            attachment.quietly("Target.setDiscoverTargets", Optional.empty(), Map.of("discover", true));
            SessionArmer armer = attachment.armer();
            // Freed by a navigation: the new document's process may have missed what the old one was told in its end.
            return answeredInTime(armer.armPage(session, page), () -> armer.armAgain(session, page));
        });
    }

    private CompletableFuture<Boolean> answeredInTime(CompletableFuture<?> armed, Runnable late) {
        CompletableFuture<Boolean> answered = new CompletableFuture<>();
        EventLoop.Timer limit = context.loop().schedule(PATIENCE, () -> answered.complete(false));
        armed.whenComplete((r, error) -> {
            limit.cancel();
            if (error != null) {
                answered.completeExceptionally(error);
            } else if (!answered.complete(true)) {
                late.run();
            }
        });
        return answered;
    }
}
