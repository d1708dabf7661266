package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpReply;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
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

    private static final Map<String, Object> READY_STATE = Map.of("expression", "document.readyState");

    private final CommandSender sender;
    private final Consumer<Set<String>> framesRead;

    /**
     * An armer.
     *
     * @param framesRead is given the ids of frames whose renderer has answered
     */
    SessionArmer(CommandSender sender, Consumer<Set<String>> framesRead) {
        this.sender = sender;
        this.framesRead = framesRead;
    }

    /**
     * Completes when the page reports everything and its frames are known. Only {@code Page.enable} has to succeed: a
     * browser that knows less than Chromium is watched as far as it goes.
     */
    CompletableFuture<?> armPage(Session session, WatchedPage page) {
        CompletableFuture<?> armed = arm(session, page);
        // Last, for it makes the renderer paint before it answers anything else.
        keepAwake(session, page);
        return armed;
    }

    /** Enabling what is enabled costs nothing. */
    void armAgain(Session session, WatchedPage page) {
        logged(session, "Arming", arm(session, page));
    }

    /** A page in the background is hidden, and its timers tick once a second: to its scripts it is in front instead. */
    void keepAwake(Session session, WatchedPage page) {
        if (page.wake()) {
            tolerate(session, "Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
        }
    }

    private CompletableFuture<?> arm(Session session, WatchedPage page) {
        return CompletableFuture.allOf(
                send(session, "Page.enable", Map.of()),
                unlessRefused(send(session, "Runtime.enable", Map.of())),
                unlessRefused(send(session, "Target.setAutoAttach", AUTO_ATTACH)),
                unlessRefused(readFrames(session, page.frames()).thenCompose(tree -> {
                    page.onFrameTree(tree);
                    // Only now: of that very document, and of a time from which on its load event is reported.
                    return send(session, "Runtime.evaluate", READY_STATE).thenAccept(page::onReadyState);
                })));
    }

    private static CompletableFuture<?> unlessRefused(CompletableFuture<?> reply) {
        return reply.handle((r, error) -> {
            if (error != null && !(CallRouter.unwrap(error) instanceof CdpErrorException)) {
                throw new CompletionException(CallRouter.unwrap(error));
            }
            return null;
        });
    }

    /**
     * A popup may close again while it is armed. It is kept awake only from its first commit on: on the empty document
     * that it begins with, a commit of another site kills its opener's renderer (Chromium 156, 6 of 400).
     */
    void armPopup(Session session, WatchedPage popup) {
        logged(session, "Arming", arm(session, popup).thenRun(() -> {
            if (popup.hasCommitted()) {
                keepAwake(session, popup);
            }
        }));
    }

    /**
     * Arms what the browser attached for us and lets it run. The resume is sent whatever becomes of the rest: a child
     * that is never resumed keeps the whole page loading for ever.
     */
    void armChild(Session child, Optional<FrameTable> frames) {
        if (child.type().equals("iframe")) {
            tolerate(child, "Page.enable", Map.of());
            tolerate(child, "Runtime.enable", Map.of());
            tolerate(child, "Target.setAutoAttach", AUTO_ATTACH);
            frames.ifPresent(table -> refreshFrames(child, table));
        }
        tolerate(child, "Runtime.runIfWaitingForDebugger", Map.of());
    }

    void refreshFrames(Session session, FrameTable frames) {
        logged(session, "Page.getFrameTree", readFrames(session, frames));
    }

    private CompletableFuture<CdpReply> readFrames(Session session, FrameTable frames) {
        return send(session, "Page.getFrameTree", Map.of()).whenComplete((reply, error) -> {
            if (error == null) {
                framesRead.accept(frames.onFrameTree(session, Params.object(reply.result(), "frameTree")));
            }
        });
    }

    private void tolerate(Session session, String method, Map<String, ?> params) {
        logged(session, method, send(session, method, params));
    }

    /** Targets die in the middle of their set-up all the time. */
    private static void logged(Session session, String method, CompletableFuture<?> reply) {
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
