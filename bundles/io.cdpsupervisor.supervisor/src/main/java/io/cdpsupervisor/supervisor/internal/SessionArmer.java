package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpReply;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sessions report what the supervisor needs: the only sender of {@code enable} commands. Commands of one session
 * go out back to back, since the browser handles them in order. Confined to the loop.
 */
final class SessionArmer {

    private static final Logger LOG = LoggerFactory.getLogger(SessionArmer.class);

    /** Children wait until they are armed: without that a frame's first events are lost 30 times of 30. */
    private static final Map<String, Object> AUTO_ATTACH =
            Map.of("autoAttach", true, "waitForDebuggerOnStart", true, "flatten", true);

    private final CommandSender sender;
    private final FrameTable frames;
    private final Runnable framesChanged;

    SessionArmer(CommandSender sender, FrameTable frames, Runnable framesChanged) {
        this.sender = sender;
        this.frames = frames;
        this.framesChanged = framesChanged;
    }

    /** Completes when the page reports everything and its frames are known. */
    CompletableFuture<?> armPage(Session page) {
        keepAwake(page);
        return CompletableFuture.allOf(
                send(page, "Page.enable", Map.of()),
                send(page, "Runtime.enable", Map.of()),
                send(page, "Target.setAutoAttach", AUTO_ATTACH),
                refreshFrames(page));
    }

    /** A popup is watched for dialogs and console, its frames are its own affair. */
    void armPopup(Session popup) {
        keepAwake(popup);
        tolerate(popup, "Page.enable", Map.of());
        tolerate(popup, "Runtime.enable", Map.of());
    }

    /** A page in the background is hidden, and its timers tick once a second: to its scripts it is in front instead. */
    private void keepAwake(Session page) {
        tolerate(page, "Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
    }

    /**
     * Arms what the browser attached for us and lets it run. The resume is sent whatever becomes of the rest: a child
     * that is never resumed keeps the whole page loading for ever.
     */
    void armChild(Session child, boolean tracked) {
        if (child.type().equals("iframe")) {
            tolerate(child, "Page.enable", Map.of());
            tolerate(child, "Runtime.enable", Map.of());
            tolerate(child, "Target.setAutoAttach", AUTO_ATTACH);
            if (tracked) {
                logged(child, "Page.getFrameTree", refreshFrames(child));
            }
        }
        tolerate(child, "Runtime.runIfWaitingForDebugger", Map.of());
    }

    CompletableFuture<CdpReply> refreshFrames(Session session) {
        return send(session, "Page.getFrameTree", Map.of()).whenComplete((reply, error) -> {
            if (error == null) {
                frames.onFrameTree(session, Params.object(reply.result(), "frameTree"));
                framesChanged.run();
            }
        });
    }

    private void tolerate(Session session, String method, Map<String, ?> params) {
        logged(session, method, send(session, method, params));
    }

    /** Targets die in the middle of their set-up all the time. */
    private static void logged(Session session, String method, CompletableFuture<CdpReply> reply) {
        reply.whenComplete((r, error) -> {
            if (error != null) {
                LOG.debug("{} on {} {}: {}", method, session.type(), session.id(), error.getMessage());
            }
        });
    }

    private CompletableFuture<CdpReply> send(Session session, String method, Map<String, ?> params) {
        return sender.send(Optional.of(session.id()), method, params);
    }
}
