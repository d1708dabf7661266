package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Notices sessions whose page has stopped answering while the browser goes on: an endless loop, a stopped process, a
 * dialog that another client saw open. A command that takes long is no proof, for it may wait for a promise; so after
 * 5 s without a word a session is asked for something trivial, beside a question to the browser itself. The trivial
 * question stays asked: its answer is the sign that the page is back. Confined to the loop, but for what says otherwise.
 */
final class ResponseWatch {

    static final Duration PATIENCE = Duration.ofSeconds(5);
    static final Duration PROBE_PATIENCE = Duration.ofSeconds(1);

    /** Answered by the browser process, or only when a server has answered. */
    private static final Set<String> NOT_OF_THE_RENDERER = Set.of(
            "Page.navigate",
            "Page.reload",
            "Page.close",
            "Page.handleJavaScriptDialog",
            "Emulation.setFocusEmulationEnabled",
            "Fetch.enable");

    /** One session. */
    private static final class Line {
        private int unanswered;
        /** Nothing has been heard since something was asked. */
        private boolean waiting;

        private long silentSince;
        private boolean probed;
    }

    private final EventLoop loop;
    private final CommandSender raw;
    private final BooleanSupplier excused;
    private final Runnable changed;
    private final Map<String, Line> lines = new HashMap<>();
    private final Set<String> silent = ConcurrentHashMap.newKeySet();
    private EventLoop.Timer timer;

    /**
     * A watch over no session.
     *
     * @param raw sends the questions
     * @param excused whether silence is no wonder now, for a dialog is open
     * @param changed called when a session falls silent or is back
     */
    ResponseWatch(EventLoop loop, CommandSender raw, BooleanSupplier excused, Runnable changed) {
        this.loop = loop;
        this.raw = raw;
        this.excused = excused;
        this.changed = changed;
    }

    /** Whether the session's page does not answer, as far as that has been found out. Safe for any thread. */
    boolean isSilent(String sessionId) {
        return silent.contains(sessionId);
    }

    void onSent(String sessionId, String method, CompletableFuture<CdpReply> reply) {
        if (NOT_OF_THE_RENDERER.contains(method)) {
            return;
        }
        Line line = lines.computeIfAbsent(sessionId, id -> new Line());
        line.unanswered++;
        if (!line.waiting) {
            line.waiting = true;
            line.silentSince = loop.nanoTime();
        }
        reply.whenComplete((r, error) -> {
            line.unanswered--;
            // One that was given up says nothing about the page.
            if (!reply.isCancelled()) {
                onHeard(sessionId);
            }
        });
        watch(PATIENCE);
    }

    /** The session said something. */
    void onHeard(String sessionId) {
        Line line = lines.get(sessionId);
        if (line == null) {
            return;
        }
        line.silentSince = loop.nanoTime();
        line.waiting = line.unanswered > 0;
        if (line.probed) {
            line.probed = false;
            watch(PATIENCE);
        }
        if (silent.remove(sessionId)) {
            changed.run();
        }
    }

    void forget(String sessionId) {
        lines.remove(sessionId);
        silent.remove(sessionId);
    }

    void close() {
        lines.clear();
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    /** One timer for all sessions, and only while something is unanswered: the usual call costs none. */
    private void watch(Duration delay) {
        if (timer == null) {
            timer = loop.schedule(delay, this::look);
        }
    }

    private void look() {
        timer = null;
        long now = loop.nanoTime();
        long next = Long.MAX_VALUE;
        for (Map.Entry<String, Line> entry : Map.copyOf(lines).entrySet()) {
            Line line = entry.getValue();
            if (!line.waiting || line.probed) {
                continue;
            }
            if (excused.getAsBoolean()) {
                line.silentSince = now;
            }
            long left = line.silentSince + PATIENCE.toNanos() - now;
            if (left > 0) {
                next = Math.min(next, left);
            } else {
                probe(entry.getKey(), line);
            }
        }
        if (next < Long.MAX_VALUE) {
            watch(Duration.ofNanos(next));
        }
    }

    private void probe(String sessionId, Line line) {
        line.probed = true;
        CompletableFuture<CdpReply> ofPage =
                raw.send(Optional.of(sessionId), "Runtime.evaluate", Map.of("expression", "0"));
        CompletableFuture<CdpReply> ofBrowser = raw.send(Optional.empty(), "Browser.getVersion", Map.of());
        loop.schedule(PROBE_PATIENCE, () -> {
            if (line.probed && !ofPage.isDone() && ofBrowser.isDone() && lines.get(sessionId) == line) {
                silent.add(sessionId);
                changed.run();
            }
        });
    }
}
