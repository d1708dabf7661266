package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.SessionInfo;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpEvent;
import io.cdpsupervisor.transport.CdpListener;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that belongs to one connection: its sessions, frames, page and dialog timers. It is thrown away with the
 * connection, so that no state crosses endpoints and a captured handle cannot follow to a new one. Confined to the
 * loop.
 */
final class Attachment implements CdpListener, CommandSender {

    private static final Logger LOG = LoggerFactory.getLogger(Attachment.class);

    private final AttachmentContext context;
    private final SessionTable sessions = new SessionTable();
    private final Pages pages = new Pages();
    private final DialogDesk dialogs;
    private final SessionArmer armer;
    private final TargetEvents targets;
    private final FrameEvents frames;
    private final ResponseWatch responses;
    private final CallRouter router = new CallRouter(this);
    private final PageFence fence = new PageFence(sessions, this::sendUnfenced);
    /** The task's page was given up; read by captured handles on other threads. */
    private volatile boolean givenUp;

    private CdpConnection connection;

    Attachment(AttachmentContext context) {
        this.context = context;
        this.dialogs = new DialogDesk(context, this, this::frame);
        this.armer = new SessionArmer(this, this::onFramesRead);
        this.targets = new TargetEvents(this, context, sessions, pages);
        this.frames = new FrameEvents(this, context, pages);
        this.responses = new ResponseWatch(context.loop(), this::sendUnfenced, dialogs::anyOpen, context::changed);
    }

    // -- the task's page

    /** See {@link PageTaker#take}. */
    CompletableFuture<?> attach(CdpConnection opened, Optional<String> remembered) {
        connection = opened;
        return new PageTaker(this, context, sessions, pages).take(remembered);
    }

    /** Attaches; the failure is logged as well. */
    CompletableFuture<String> attachTo(String targetId) {
        return quietly("Target.attachToTarget", Optional.empty(), Map.of("targetId", targetId, "flatten", true))
                .thenApply(reply -> Params.text(reply.result(), "sessionId"));
    }

    /** The task's page is not there any more. */
    void onPageGone() {
        targets.onPageGone();
    }

    /** No session of ours stays on this page: Chromium dies of the next touch. */
    void giveUp(WatchedPage page) {
        if (pages.isOwn(page)) {
            givenUp = true;
        }
        targets.release(fence.raise(page.targetId(), context.mayClosePage()));
        pages.removePopup(page.targetId());
        context.changed();
    }

    /** Dismisses what is open and closes our pages; completes when the browser has answered or is gone. */
    CompletableFuture<?> leave() {
        dialogs.dismissAll();
        List<String> targets = pages.all()
                .filter(page -> !page.gone())
                .map(WatchedPage::targetId)
                .toList();
        CompletableFuture<?>[] closed = targets.stream().map(this::closeTarget).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(CompletableFuture.allOf(closed), fence.tidied());
    }

    // -- outward

    @Override
    public CompletableFuture<CdpReply> send(Optional<String> sessionId, String method, Map<String, ?> params) {
        closedBy(sessionId, method, params).ifPresent(this::clearForClosing);
        return fence.blocks(sessionId, method, params)
                ? CompletableFuture.failedFuture(PageFence.refusal())
                : sendUnfenced(sessionId, method, params);
    }

    private Optional<WatchedPage> closedBy(Optional<String> sessionId, String method, Map<String, ?> params) {
        return switch (method) {
            case "Target.closeTarget" -> pages.onTarget(params.get("targetId"));
            case "Page.close" -> sessionId.flatMap(sessions::find).flatMap(s -> pages.onTarget(s.targetId()));
            default -> Optional.empty();
        };
    }

    /** A page that is closed takes its frames with it, and Chromium dies of one that goes under its open dialog. */
    private void clearForClosing(WatchedPage page) {
        if (!dialogs.dismissFrames(page)) {
            giveUp(page);
        }
    }

    private CompletableFuture<CdpReply> sendUnfenced(Optional<String> sessionId, String method, Map<String, ?> params) {
        CompletableFuture<CdpReply> reply = connection.send(sessionId, method, params);
        // A plug-in's own sessions are its own affair.
        sessionId
                .flatMap(sessions::find)
                .filter(s -> s.role() != Session.Role.CAPTURE)
                .ifPresent(s -> responses.onSent(s.id(), method, reply));
        return reply;
    }

    /** For what has no caller who could be told of its failure. */
    CompletableFuture<CdpReply> quietly(String method, Optional<String> sessionId, Map<String, ?> params) {
        CompletableFuture<CdpReply> reply = send(sessionId, method, params);
        reply.whenComplete((r, error) -> {
            if (error != null) {
                LOG.debug("{}: {}", method, error.getMessage());
            }
        });
        return reply;
    }

    /** Lets go of a session that we attached, which undoes what was enabled on it. */
    void detach(String sessionId) {
        targets.release(sessions.remove(sessionId));
        quietly("Target.detachFromTarget", Optional.empty(), Map.of("sessionId", sessionId));
    }

    CompletableFuture<?> closeTarget(String targetId) {
        return quietly("Target.closeTarget", Optional.empty(), Map.of("targetId", targetId))
                .exceptionally(e -> null);
    }

    void close() {
        if (connection != null) {
            connection.close();
        }
    }

    boolean isOpen() {
        return connection != null && connection.isOpen();
    }

    /** Whether commands on the task's page can be answered at all. Safe for any thread. */
    boolean isUsable() {
        return isOpen() && !givenUp;
    }

    // -- what is known

    Pages pages() {
        return pages;
    }

    SessionTable sessions() {
        return sessions;
    }

    Optional<FrameInfo> frame(String frameId) {
        return pages.frame(frameId);
    }

    DialogDesk dialogs() {
        return dialogs;
    }

    SessionArmer armer() {
        return armer;
    }

    ResponseWatch responses() {
        return responses;
    }

    CallRouter router() {
        return router;
    }

    AttachmentContext context() {
        return context;
    }

    boolean isCrashed(String targetId) {
        return targets.isCrashed(targetId);
    }

    List<SessionInfo> sessionList() {
        return sessions.all().stream().map(s -> s.info(pages.url(s.targetId()))).toList();
    }

    // -- inward

    @Override
    public void onClosing() {
        context.changed();
    }

    @Override
    public void onClosed(String reason) {
        responses.close();
        dialogs.onConnectionGone(pages.own().map(WatchedPage::sessionId).orElse(""));
        context.onClosed(this, reason);
    }

    /** What an acquiring command brought after its caller gave up is let go again, on the same connection. */
    @Override
    public void onLateReply(String method, Optional<CdpReply> reply) {
        reply.ifPresent(r -> {
            switch (method) {
                case "Target.attachToTarget", "Target.attachToBrowserTarget" ->
                    giveBack("Target.detachFromTarget", r, "sessionId");
                case "Target.createTarget" -> giveBack("Target.closeTarget", r, "targetId");
                case "Target.createBrowserContext" -> giveBack("Target.disposeBrowserContext", r, "browserContextId");
                default -> LOG.debug("Late reply to {} dropped", method);
            }
        });
    }

    private void giveBack(String method, CdpReply reply, String key) {
        quietly(method, Optional.empty(), Map.of(key, Params.text(reply.result(), key)));
    }

    @Override
    public void onEvent(CdpEvent event) {
        try {
            if (!targets.onEvent(event)) {
                event.sessionId()
                        .flatMap(sessions::find)
                        .filter(Session::watched)
                        .ifPresent(s -> onEvent(s, event));
            }
        } catch (RuntimeException e) {
            // One odd event must not cost the connection.
            LOG.warn("Task {}: event {} could not be handled", context.taskId(), event.method(), e);
        }
    }

    private void onEvent(Session session, CdpEvent event) {
        responses.onHeard(session.id());
        switch (event.method()) {
            case NativeDialogProtocol.OPENING -> dialogs.onOpening(event);
            case NativeDialogProtocol.CLOSED -> dialogs.onClosed(event);
            case "Runtime.consoleAPICalled" -> {
                context.console().onConsoleApi(event.params(), context.now());
                context.changedOften();
            }
            case "Runtime.exceptionThrown" -> {
                context.console().onException(event.params(), context.now());
                context.changedOften();
            }
            case "Inspector.targetCrashed" -> targets.onCrashed(session.targetId());
            default -> {
                if (event.method().equals("Page.frameNavigated")) {
                    targets.onCommit(session.targetId());
                }
                frames.onEvent(session, event);
            }
        }
    }

    private void onFramesRead(Set<String> frameIds) {
        context.dialogs().onFramesAnswer(frameIds);
        context.changed();
    }

    /** The session's dialogs are over, and its silence says nothing any more. */
    void forget(String sessionId) {
        responses.forget(sessionId);
        dialogs.onSessionGone(sessionId);
    }

    void failCalls(String sessionId, CdpException why) {
        connection.failSession(sessionId, why);
    }
}
