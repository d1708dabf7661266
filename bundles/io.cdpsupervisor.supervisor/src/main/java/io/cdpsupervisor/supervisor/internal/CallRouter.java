package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Finds the session that a command goes to. An id that is unknown or gone is an error, never another page. Confined to
 * the loop.
 */
final class CallRouter {

    static final String TAB_GONE = "The task's page was closed. browser_navigate opens a new one.";
    static final String CRASHED = "The page's renderer has crashed. browser_navigate loads the page again.";

    static final String UNRESPONSIVE = "The page does not answer: it is busy in a loop, or frozen by a dialog that only"
            + " another client can answer. Wait, end its script with browser_cdp Runtime.terminateExecution, leave it with"
            + " browser_navigate force:true, or close it with browser_cdp Target.closeTarget.";

    /** Commands that would blind the supervisor on its own sessions. */
    private static final Set<String> BLINDING = Set.of("Page.disable", "Runtime.disable", "Target.setAutoAttach");

    private static final Set<String> BLINDING_BROWSER = Set.of("Target.setAutoAttach", "Target.setDiscoverTargets");

    /** What the browser process answers for a page whose renderer is gone, and what brings that back. */
    private static final Set<String> REVIVING = Set.of("Page.navigate", "Page.reload", "Page.close");

    /** What a page that answers nothing else can still be sent. */
    private static final Set<String> UNFREEZING =
            Set.of("Runtime.terminateExecution", "Page.stopLoading", "Page.handleJavaScriptDialog", "Page.crash");

    private final Attachment attachment;
    private final Map<String, Attach> attaching = new HashMap<>();

    CallRouter(Attachment attachment) {
        this.attachment = attachment;
    }

    /**
     * The session for a route, perhaps after an attach; empty for the browser. Whoever gives up on it cancels it.
     *
     * @throws CdpException at once, or as the failure of what is returned
     */
    CompletableFuture<Optional<String>> resolve(CdpRoute route, String method) {
        return switch (route.kind()) {
            case BROWSER -> done("");
            case PAGE -> done(pageFor(method));
            case FRAME -> done(frame(route.id(), method));
            case SESSION -> done(session(route.id(), method));
            case TARGET -> target(route.id(), method);
        };
    }

    /**
     * Refuses what would blind the supervisor.
     *
     * @throws CdpException {@code invalid_argument}
     */
    void check(Optional<String> sessionId, String method) {
        boolean blinds = sessionId.isEmpty()
                ? BLINDING_BROWSER.contains(method)
                : (BLINDING.contains(method) || method.startsWith("Fetch."))
                        && attachment
                                .sessions()
                                .find(sessionId.get())
                                .filter(Session::watched)
                                .isPresent();
        if (blinds) {
            throw new CdpException(
                    ErrorCode.INVALID_ARGUMENT,
                    method + " is refused here, because the supervisor watches the page through this session."
                            + " Attach a session of your own with Target.attachToTarget and use its session_id.");
        }
    }

    /**
     * Refuses to touch the page of another task.
     *
     * @throws CdpException {@code target_in_use}
     */
    void checkOwner(String targetId) {
        attachment.context().ownerOf(targetId).ifPresent(owner -> {
            throw new CdpException(
                    ErrorCode.TARGET_IN_USE,
                    "Target " + targetId + " is the page of task " + owner
                            + ". Use that task's id, or open a page of your own with browser_navigate.");
        });
    }

    private String pageFor(String method) {
        return answering(page().sessionId(), page().targetId(), method);
    }

    private WatchedPage page() {
        return attachment.pages().own().filter(p -> !p.gone()).orElseThrow(CallRouter::tabGone);
    }

    /** A session whose renderer can answer, now or in this very command. */
    private String answering(String sessionId, String targetId, String method) {
        if (attachment.isCrashed(targetId) && !REVIVING.contains(method)) {
            throw new CdpException(ErrorCode.TARGET_CRASHED, CRASHED);
        }
        if (attachment.responses().isSilent(sessionId) && !REVIVING.contains(method) && !UNFREEZING.contains(method)) {
            throw new CdpException(ErrorCode.PAGE_UNRESPONSIVE, UNRESPONSIVE);
        }
        return sessionId;
    }

    private String frame(String frameId, String method) {
        page();
        FrameInfo frame = attachment
                .frame(frameId)
                .orElseThrow(() -> new CdpException(
                        ErrorCode.FRAME_NOT_FOUND,
                        "There is no frame " + frameId + " on the page. Take a new browser_snapshot for the present"
                                + " frame ids."));
        Optional<String> page = attachment
                .pages()
                .all()
                .filter(p -> p.targetId().equals(frameId))
                .map(WatchedPage::sessionId)
                .findFirst();
        return page.or(frame::sessionId)
                .map(id -> answering(id, frameId, method))
                .orElseThrow(() -> new CdpException(
                        ErrorCode.NOT_OOPIF,
                        "Frame " + frameId + " shares its parent's process and has no session of its own. Evaluate in"
                                + " the top page instead, through the iframe element's contentWindow or"
                                + " contentDocument."));
    }

    private String session(String sessionId, String method) {
        Session session = attachment
                .sessions()
                .find(sessionId)
                .orElseThrow(() -> new CdpException(
                        ErrorCode.SESSION_GONE,
                        "Session " + sessionId + " is not open on this connection. Take a new browser_snapshot for the"
                                + " present ids."));
        return answering(session.id(), session.targetId(), method);
    }

    /** Two calls for one target share one attach, and the session stays for the next call. */
    private CompletableFuture<Optional<String>> target(String targetId, String method) {
        checkOwner(targetId);
        Optional<Session> known = attachment.sessions().onTarget(targetId);
        if (known.isPresent()) {
            return done(session(known.get().id(), method));
        }
        Attach running = attaching.get(targetId);
        if (running == null) {
            running = new Attach(targetId);
            attaching.put(targetId, running);
            running.session.whenComplete((session, error) -> attaching.remove(targetId));
        }
        return running.waiter();
    }

    /** An attach on its way. When the last one who waits for it gives up, so do we, and what comes late is detached. */
    private final class Attach {
        private final CompletableFuture<CdpReply> wire;
        private final CompletableFuture<Optional<String>> session;
        private int waiters;

        private Attach(String targetId) {
            wire = attachment.send(
                    Optional.empty(), "Target.attachToTarget", Map.of("targetId", targetId, "flatten", true));
            session = wire.handle((reply, error) -> Optional.of(attached(targetId, reply, error)));
        }

        private CompletableFuture<Optional<String>> waiter() {
            waiters++;
            CompletableFuture<Optional<String>> waiter = session.copy();
            waiter.whenComplete((result, error) -> {
                if (waiter.isCancelled() && --waiters == 0) {
                    wire.cancel(false);
                }
            });
            return waiter;
        }
    }

    private String attached(String targetId, CdpReply reply, Throwable error) {
        if (unwrap(error) instanceof CdpErrorException) {
            throw new CdpException(
                    ErrorCode.TAB_GONE,
                    "There is no target " + targetId + " that can be attached to. List the present ones with"
                            + " browser_cdp Target.getTargets.");
        }
        if (error != null) {
            throw new CompletionException(unwrap(error));
        }
        String id = Params.text(reply.result(), "sessionId");
        attachment.sessions().add(new Session(id, targetId, "page", Session.Role.NAMED, id, ""));
        return id;
    }

    private static CompletableFuture<Optional<String>> done(String sessionId) {
        return CompletableFuture.completedFuture(sessionId.isEmpty() ? Optional.empty() : Optional.of(sessionId));
    }

    /** What a future failed with, without the wrapping that chaining adds. */
    static Throwable unwrap(Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    static CdpException tabGone() {
        return new CdpException(ErrorCode.TAB_GONE, TAB_GONE);
    }
}
