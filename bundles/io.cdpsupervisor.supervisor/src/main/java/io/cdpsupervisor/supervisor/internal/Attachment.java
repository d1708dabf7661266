package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.supervisor.PageInfo;
import io.cdpsupervisor.api.supervisor.SessionInfo;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpEvent;
import io.cdpsupervisor.transport.CdpListener;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
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
    private final FrameTable frames = new FrameTable();
    private final DialogDesk dialogs;
    private final SessionArmer armer;
    private final CallRouter router = new CallRouter(this);
    /** Targets whose renderer is gone, until a document commits again. */
    private final Set<String> crashed = new HashSet<>();

    private final PageFence fence = new PageFence(sessions, this::sendUnfenced);
    /** The page was given up; read by captured handles on other threads. */
    private volatile boolean givenUp;

    private CdpConnection connection;
    private PageWatch page;

    Attachment(AttachmentContext context) {
        this.context = context;
        this.dialogs = new DialogDesk(context, this);
        this.armer = new SessionArmer(this, frames, context::changed);
    }

    /**
     * Takes the task's page on this connection, a new one unless a target is remembered; completes when it is armed.
     *
     * @param remembered the page of an earlier connection; when it is gone, the page counts as closed
     */
    CompletableFuture<?> attach(CdpConnection opened, Optional<String> remembered) {
        connection = opened;
        return remembered.isPresent() ? retake(remembered.get()) : createPage().thenCompose(this::takePage);
    }

    private CompletableFuture<?> retake(String targetId) {
        return takePage(targetId)
                .handle((armed, error) -> {
                    if (CallRouter.unwrap(error) instanceof CdpErrorException) {
                        page = new PageWatch(new Session("", targetId, "page", Session.Role.PAGE, "", ""));
                        onPageGone();
                        return CompletableFuture.<Object>completedFuture(null);
                    }
                    return error == null
                            ? CompletableFuture.<Object>completedFuture(null)
                            : CompletableFuture.<Object>failedFuture(error);
                })
                .thenCompose(result -> result);
    }

    private CompletableFuture<?> takePage(String targetId) {
        return send(Optional.empty(), "Target.attachToTarget", Map.of("targetId", targetId, "flatten", true))
                .thenCompose(reply -> armPage(targetId, Params.text(reply.result(), "sessionId")));
    }

    private CompletableFuture<String> createPage() {
        // In the background, so that somebody's window is not raised.
        return send(Optional.empty(), "Target.createTarget", Map.of("url", "about:blank", "background", true))
                .thenApply(reply -> Params.text(reply.result(), "targetId"));
    }

    private CompletableFuture<?> armPage(String targetId, String sessionId) {
        Session session = new Session(sessionId, targetId, "page", Session.Role.PAGE, sessionId, "");
        sessions.add(session);
        page = new PageWatch(session);
        // Now that popups can be told from other people's pages; those that are open already are reported first.
        send(Optional.empty(), "Target.setDiscoverTargets", Map.of("discover", true))
                .whenComplete((r, e) -> debug("Target.setDiscoverTargets", e));
        return armer.armPage(session);
    }

    // -- outward

    @Override
    public CompletableFuture<CdpReply> send(Optional<String> sessionId, String method, Map<String, ?> params) {
        return fence.blocks(sessionId, method, params)
                ? CompletableFuture.failedFuture(PageFence.refusal())
                : sendUnfenced(sessionId, method, params);
    }

    private CompletableFuture<CdpReply> sendUnfenced(Optional<String> sessionId, String method, Map<String, ?> params) {
        return connection.send(sessionId, method, params);
    }

    boolean isOpen() {
        return connection != null && connection.isOpen();
    }

    /** Whether commands on the task's page can be answered at all. Safe for any thread. */
    boolean isUsable() {
        return isOpen() && !givenUp;
    }

    Optional<PageWatch> page() {
        return Optional.ofNullable(page);
    }

    SessionTable sessions() {
        return sessions;
    }

    Optional<FrameInfo> frame(String frameId) {
        return frames.find(frameId);
    }

    List<FrameInfo> frameList() {
        return frames.list();
    }

    DialogDesk dialogs() {
        return dialogs;
    }

    List<SessionInfo> sessionList() {
        return sessions.all().stream()
                .map(s -> s.info(frames.find(s.targetId()).map(FrameInfo::url).orElse("")))
                .toList();
    }

    /** Dismisses what is open and closes our pages; completes when the browser has answered or is gone. */
    CompletableFuture<?> leave() {
        dialogs.dismissAll();
        if (page == null) {
            return CompletableFuture.completedFuture(null);
        }
        Stream<CompletableFuture<?>> closed = Stream.concat(
                        page.popups().stream().map(PageInfo.Popup::targetId),
                        page.gone() ? Stream.empty() : Stream.of(page.session().targetId()))
                .map(this::closeTarget);
        return CompletableFuture.allOf(
                Stream.concat(closed, Stream.of(fence.tidied())).toArray(CompletableFuture<?>[]::new));
    }

    CallRouter router() {
        return router;
    }

    /** Lets go of a session that we attached, which undoes what was enabled on it. */
    void detach(String sessionId) {
        release(sessions.remove(sessionId));
        send(Optional.empty(), "Target.detachFromTarget", Map.of("sessionId", sessionId))
                .whenComplete((r, e) -> debug("Target.detachFromTarget", e));
    }

    void close() {
        if (connection != null) {
            connection.close();
        }
    }

    private CompletableFuture<CdpReply> closeTarget(String targetId) {
        return send(Optional.empty(), "Target.closeTarget", Map.of("targetId", targetId))
                .exceptionally(e -> {
                    debug("Target.closeTarget", e);
                    return null;
                });
    }

    // -- inward

    @Override
    public void onClosed(String reason) {
        dialogs.onConnectionGone();
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
        send(Optional.empty(), method, Map.of(key, Params.text(reply.result(), key)))
                .whenComplete((r, e) -> debug(method, e));
    }

    @Override
    public void onEvent(CdpEvent event) {
        try {
            if (!onTargetEvent(event)) {
                onSessionEvent(event);
            }
        } catch (RuntimeException e) {
            // One odd event must not cost the connection.
            LOG.warn("Task {}: event {} could not be handled", context.taskId(), event.method(), e);
        }
    }

    private boolean onTargetEvent(CdpEvent event) {
        switch (event.method()) {
            case "Target.attachedToTarget" -> onAttached(event);
            case "Target.detachedFromTarget" -> onDetached(Params.text(event.params(), "sessionId"));
            case "Target.targetCreated" -> onTargetCreated(Params.object(event.params(), "targetInfo"));
            case "Target.targetInfoChanged" -> onTargetInfo(Params.object(event.params(), "targetInfo"));
            case "Target.targetDestroyed" -> onTargetDestroyed(Params.text(event.params(), "targetId"));
            case "Target.targetCrashed" -> onCrashed(Params.text(event.params(), "targetId"));
            default -> {
                return false;
            }
        }
        return true;
    }

    private void onSessionEvent(CdpEvent event) {
        Session session = event.sessionId().flatMap(sessions::find).orElse(null);
        if (session == null || !session.watched()) {
            return;
        }
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
            case "Inspector.targetCrashed" -> onCrashed(session.targetId());
            default -> {
                if (event.method().equals("Page.frameNavigated")) {
                    crashed.remove(session.targetId());
                }
                if (onPage(session)) {
                    onFrameEvent(session, event);
                }
            }
        }
    }

    private void onFrameEvent(Session session, CdpEvent event) {
        switch (event.method()) {
            case "Page.frameAttached" -> frames.onFrameAttached(event.params());
            case "Page.frameNavigated" -> onFrameNavigated(session, event.params());
            case "Page.navigatedWithinDocument" -> frames.onNavigatedWithinDocument(event.params());
            case "Page.frameDetached" -> onFramesGone(frames.onFrameDetached(event.params()));
            case "Page.loadEventFired" -> {
                if (session == page.session()) {
                    page.onLoaded();
                }
            }
            default -> {
                return;
            }
        }
        context.changed();
    }

    /** Chromium reports no end of a dialog whose out-of-process frame is removed, and dies of the next touch. */
    private void onFramesGone(List<FrameInfo> gone) {
        boolean underDialog = gone.stream().filter(FrameInfo::oopif).anyMatch(f -> dialogs.isOpenIn(f.frameId()));
        if (underDialog) {
            givenUp = true;
            release(fence.raise(page.session(), context.mayClosePage()));
        }
    }

    private void onFrameNavigated(Session session, Map<String, Object> params) {
        frames.onFrameNavigated(session, params);
        Map<String, Object> frame = Params.object(params, "frame");
        if (session == page.session() && Params.text(frame, "parentId").isEmpty()) {
            boolean restored = "BackForwardCacheRestore".equals(Params.text(params, "type"));
            page.onTopNavigated(frame, restored);
            if (restored) {
                // The in-process children of a restored page send no event at all.
                armer.refreshFrames(session).whenComplete((r, e) -> debug("Page.getFrameTree", e));
            }
        }
    }

    private void onAttached(CdpEvent event) {
        Map<String, Object> info = Params.object(event.params(), "targetInfo");
        Session parent = event.sessionId().flatMap(sessions::find).orElse(null);
        if (parent == null || !parent.watched()) {
            return; // the echo of an attach of our own, or a child of somebody's own session
        }
        Session child = new Session(
                Params.text(event.params(), "sessionId"),
                Params.text(info, "targetId"),
                Params.text(info, "type"),
                Session.Role.CHILD,
                parent.page(),
                parent.id());
        sessions.add(child);
        boolean tracked = onPage(child);
        if (tracked && child.type().equals("iframe")) {
            frames.onSession(child, info);
        }
        armer.armChild(child, tracked);
        context.changed();
    }

    private void onDetached(String sessionId) {
        release(sessions.remove(sessionId));
        context.changed();
    }

    private void release(List<Session> sessionsGone) {
        for (Session gone : sessionsGone) {
            boolean ownPage = page != null && gone == page.session();
            connection.failSession(gone.id(), ownPage ? CallRouter.tabGone() : sessionGone(gone));
            frames.onSessionGone(gone.id());
            dialogs.onSessionGone(gone.id());
            if (ownPage) {
                onPageGone();
            }
        }
    }

    private static CdpException sessionGone(Session gone) {
        return new CdpException(
                ErrorCode.SESSION_GONE,
                "Session " + gone.id() + " is gone with its " + gone.type()
                        + ". Take a new browser_snapshot for the present ids.");
    }

    private void onPageGone() {
        page.onGone();
        context.interrupted(Interruption.Kind.TAB_GONE, Optional.empty(), CallRouter.TAB_GONE);
    }

    private void onTargetCreated(Map<String, Object> info) {
        if (page == null || !page.opened(info)) {
            return;
        }
        String targetId = Params.text(info, "targetId");
        page.putPopup(info, "");
        send(Optional.empty(), "Target.attachToTarget", Map.of("targetId", targetId, "flatten", true))
                .whenComplete((reply, error) -> {
                    if (error != null) {
                        debug("Target.attachToTarget", error);
                        return;
                    }
                    String id = Params.text(reply.result(), "sessionId");
                    Session popup = new Session(id, targetId, "page", Session.Role.POPUP, id, "");
                    sessions.add(popup);
                    page.onPopupAttached(targetId, id);
                    armer.armPopup(popup);
                    context.changed();
                });
        context.changed();
    }

    private void onTargetInfo(Map<String, Object> info) {
        frames.onTargetInfoChanged(info);
        if (page != null) {
            page.onPopupInfo(info);
        }
        context.changedOften();
    }

    private void onTargetDestroyed(String targetId) {
        if (page != null && page.removePopup(targetId)) {
            context.changed();
        }
    }

    /** A crash is told twice, on the session and by the browser; what was sent in between is not to be failed. */
    private void onCrashed(String targetId) {
        if (!crashed.add(targetId)) {
            return;
        }
        sessions.all().stream().filter(s -> s.targetId().equals(targetId)).forEach(s -> {
            connection.failSession(s.id(), new CdpException(ErrorCode.TARGET_CRASHED, CallRouter.CRASHED));
            dialogs.onSessionGone(s.id());
        });
        if (page != null && page.session().targetId().equals(targetId)) {
            page.onCrashed();
            context.interrupted(Interruption.Kind.CRASHED, Optional.empty(), CallRouter.CRASHED);
        }
        context.changed();
    }

    private boolean onPage(Session session) {
        return page != null && session.page().equals(page.session().id());
    }

    private static void debug(String method, Throwable error) {
        if (error != null) {
            LOG.debug("{}: {}", method, error.getMessage());
        }
    }
}
