package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.ErrorCode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a page from taking the whole browser with it. When an out-of-process frame whose dialog is open is removed by
 * its parent, Chromium 156 sends no closing event, and the next answer, navigation, close or dialog on a session with
 * {@code Page} enabled ends the browser process with a segmentation fault; a page can do that to itself with one timer.
 * What is safe, measured: detaching every session of ours at once, and closing the tab only when nobody else is
 * attached to it. Confined to the loop.
 */
final class PageFence {

    private static final Logger LOG = LoggerFactory.getLogger(PageFence.class);
    private static final Set<String> TOUCHING = Set.of("Target.closeTarget", "Target.attachToTarget");

    private final SessionTable sessions;
    private final CommandSender raw;
    private final Set<String> deadSessions = new HashSet<>();
    private final Set<String> deadTargets = new HashSet<>();
    private CompletableFuture<?> tidied = CompletableFuture.completedFuture(null);

    /**
     * A fence that is down.
     *
     * @param raw sends without asking the fence
     */
    PageFence(SessionTable sessions, CommandSender raw) {
        this.sessions = sessions;
        this.raw = raw;
    }

    /** Whether a command would touch a page behind the fence. */
    boolean blocks(Optional<String> sessionId, String method, Map<String, ?> params) {
        return !deadTargets.isEmpty()
                && (sessionId.filter(deadSessions::contains).isPresent()
                        || TOUCHING.contains(method)
                                && params.get("targetId") instanceof String target
                                && deadTargets.contains(target));
    }

    static CdpException refusal() {
        return new CdpException(ErrorCode.TAB_GONE, CallRouter.TAB_GONE);
    }

    /**
     * Lets go of the page at once.
     *
     * @param closeIfAlone whether the tab may be closed when nobody else is attached to it
     * @return the sessions that are gone with it
     */
    List<Session> raise(String targetId, boolean closeIfAlone) {
        deadTargets.add(targetId);
        List<Session> own = sessions.all().stream()
                .filter(s -> s.targetId().equals(targetId))
                .toList();
        List<Session> gone =
                own.stream().flatMap(s -> sessions.remove(s.id()).stream()).toList();
        gone.forEach(s -> deadSessions.add(s.id()));
        CompletableFuture<?>[] detached = own.stream()
                .map(s -> raw.send(Optional.empty(), "Target.detachFromTarget", Map.of("sessionId", s.id())))
                .toArray(CompletableFuture<?>[]::new);
        LOG.warn("A frame of page {} was removed under its open dialog; the page is given up", targetId);
        CompletableFuture<?> closed = CompletableFuture.allOf(detached)
                .handle((r, e) -> closeIfAlone ? closeIfAlone(targetId) : CompletableFuture.completedFuture(null))
                .thenCompose(result -> result);
        tidied = CompletableFuture.allOf(tidied, closed);
        return gone;
    }

    /** Completes when such pages have been tidied away as far as that is safe; at once where there are none. */
    CompletableFuture<?> tidied() {
        return tidied;
    }

    private CompletableFuture<?> closeIfAlone(String targetId) {
        Map<String, String> target = Map.of("targetId", targetId);
        return raw.send(Optional.empty(), "Target.getTargetInfo", target)
                .thenCompose(reply -> attached(reply)
                        ? CompletableFuture.completedFuture(reply)
                        : raw.send(Optional.empty(), "Target.closeTarget", target));
    }

    private static boolean attached(CdpReply reply) {
        return Params.flag(Params.object(reply.result(), "targetInfo"), "attached");
    }
}
