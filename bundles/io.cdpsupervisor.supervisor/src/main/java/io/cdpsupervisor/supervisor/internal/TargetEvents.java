package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.transport.CdpEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Follows targets and sessions as they come, go and crash: frames, workers, popups. Confined to the loop. */
final class TargetEvents {

    private final Attachment attachment;
    private final AttachmentContext context;
    private final SessionTable sessions;
    private final Pages pages;
    /** Targets whose renderer is gone, until a document commits again. */
    private final Set<String> crashed = new HashSet<>();

    TargetEvents(Attachment attachment, AttachmentContext context, SessionTable sessions, Pages pages) {
        this.attachment = attachment;
        this.context = context;
        this.sessions = sessions;
        this.pages = pages;
    }

    boolean isCrashed(String targetId) {
        return crashed.contains(targetId);
    }

    void onCommit(String targetId) {
        crashed.remove(targetId);
    }

    /** Whether it was an event about targets. */
    boolean onEvent(CdpEvent event) {
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

    private void onAttached(CdpEvent event) {
        String id = Params.text(event.params(), "sessionId");
        Map<String, Object> info = Params.object(event.params(), "targetInfo");
        String targetId = Params.text(info, "targetId");
        String type = Params.text(info, "type");
        if (id.isEmpty() || targetId.isEmpty()) {
            return;
        }
        if (event.sessionId().isEmpty()) {
            // Somebody of ours attached, and an agent may go on to use it by its id; who has another use for it says
            // so.
            sessions.addIfUnknown(new Session(id, targetId, type, Session.Role.NAMED, id, ""));
            context.changed();
            return;
        }
        Session parent = event.sessionId().flatMap(sessions::find).orElse(null);
        if (parent == null || !parent.watched()) {
            return; // a child of a session that is an agent's or a plug-in's own
        }
        Session child = new Session(id, targetId, type, Session.Role.CHILD, parent.page(), parent.id());
        sessions.add(child);
        Optional<WatchedPage> page = pages.of(child);
        if (child.type().equals("iframe")) {
            page.ifPresent(p -> p.frames().onSession(parent, child, info));
        }
        attachment.armer().armChild(child, page.map(WatchedPage::frames));
        context.changed();
    }

    private void onDetached(String sessionId) {
        release(sessions.remove(sessionId));
    }

    /** What waits for these sessions fails, and what was known through them goes. */
    void release(List<Session> gone) {
        boolean ownPage = gone.stream().anyMatch(TargetEvents::isOwn);
        gone.forEach(session -> {
            pages.of(session).ifPresent(page -> page.frames().onSessionGone(session.id()));
            attachment.forget(session.id());
        });
        if (ownPage) {
            pages.own().ifPresent(WatchedPage::onGone);
        }
        // Whoever is told finds it in the snapshot.
        context.changed();
        gone.forEach(s -> attachment.failCalls(s.id(), isOwn(s) ? CallRouter.tabGone() : sessionGone(s)));
        if (ownPage) {
            context.interrupted(Interruption.Kind.TAB_GONE, Optional.empty(), CallRouter.TAB_GONE);
        }
    }

    private static boolean isOwn(Session session) {
        return session.role() == Session.Role.PAGE;
    }

    private static CdpException sessionGone(Session gone) {
        return new CdpException(
                ErrorCode.SESSION_GONE,
                "Session " + gone.id() + " is gone with its " + gone.type()
                        + ". Take a new browser_snapshot for the present ids.");
    }

    /** The task's page was closed while there was no connection. */
    void onPageGone() {
        pages.own().ifPresent(WatchedPage::onGone);
        context.interrupted(Interruption.Kind.TAB_GONE, Optional.empty(), CallRouter.TAB_GONE);
    }

    private void onTargetCreated(Map<String, Object> info) {
        String targetId = Params.text(info, "targetId");
        if (targetId.isEmpty() || !pages.opened(info)) {
            return;
        }
        pages.addPopup(targetId).onTargetInfo(info);
        attachment.attachTo(targetId).whenComplete((sessionId, error) -> {
            if (error == null) {
                pages.popup(targetId).ifPresent(popup -> onPopupAttached(popup, sessionId));
            }
        });
        context.changed();
    }

    private void onPopupAttached(WatchedPage popup, String sessionId) {
        Session session = new Session(sessionId, popup.targetId(), "page", Session.Role.POPUP, sessionId, "");
        sessions.add(session);
        popup.onAttached(sessionId);
        attachment.armer().armPopup(session, popup);
        context.changed();
    }

    private void onTargetInfo(Map<String, Object> info) {
        String targetId = Params.text(info, "targetId");
        pages.all().forEach(p -> p.frames().onTargetInfoChanged(info));
        pages.popup(targetId).ifPresent(p -> p.onTargetInfo(info));
        // All tabs of the browser are reported here, most of them somebody else's.
        if (pages.popup(targetId).isPresent() || pages.frame(targetId).isPresent()) {
            context.changedOften();
        }
    }

    private void onTargetDestroyed(String targetId) {
        if (pages.removePopup(targetId)) {
            context.changed();
        }
    }

    /** A crash is told twice, on the session and by the browser; what was sent in between is not to be failed. */
    void onCrashed(String targetId) {
        if (!crashed.add(targetId)) {
            return;
        }
        List<String> dead = sessions.all().stream()
                .filter(s -> s.targetId().equals(targetId))
                .map(Session::id)
                .toList();
        dead.forEach(attachment::forget);
        attachment.dialogs().onFrameCrashed(targetId);
        // Whoever is told finds it in the snapshot.
        context.changed();
        dead.forEach(id -> attachment.failCalls(id, new CdpException(ErrorCode.TARGET_CRASHED, CallRouter.CRASHED)));
        if (pages.own().filter(p -> p.targetId().equals(targetId)).isPresent()) {
            context.interrupted(Interruption.Kind.CRASHED, Optional.empty(), CallRouter.CRASHED);
        }
    }
}
