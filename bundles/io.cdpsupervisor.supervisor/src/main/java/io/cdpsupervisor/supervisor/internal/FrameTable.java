package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.supervisor.FrameInfo;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The frames of one page, merged from the sessions that report them: a page's own frame tree leaves out-of-process
 * frames out, and each of those reports only what is below it. No I/O. Confined to the loop.
 */
final class FrameTable {

    /**
     * One frame.
     *
     * @param parent frame id, empty for the top
     * @param session its own session, empty for a frame in its parent's process
     * @param away it has left its own process; either its parent's will tell of it, or it is gone
     */
    private record Frame(
            String id, String parent, String url, String origin, String name, String session, boolean away) {

        Frame(String id, String parent, String url, String origin, String name, String session) {
            this(id, parent, url, origin, name, session, false);
        }

        FrameInfo info() {
            return new FrameInfo(id, present(parent), url, origin, present(name), !session.isEmpty(), present(session));
        }

        private static Optional<String> present(String text) {
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        }
    }

    private final Map<String, Frame> frames = new LinkedHashMap<>();
    private List<FrameInfo> list = List.of();
    private boolean changed;

    /** All frames in creation order; the same list until something changes. */
    List<FrameInfo> list() {
        if (changed) {
            list = frames.values().stream()
                    .filter(f -> !f.away())
                    .map(Frame::info)
                    .toList();
            changed = false;
        }
        return list;
    }

    Optional<FrameInfo> top() {
        return list().stream().filter(f -> f.parentFrameId().isEmpty()).findFirst();
    }

    /** Empty where it is not known. */
    String url(String frameId) {
        Frame frame = frames.get(frameId);
        return frame == null || frame.away() ? "" : frame.url();
    }

    Optional<FrameInfo> find(String frameId) {
        return Optional.ofNullable(frames.get(frameId)).filter(f -> !f.away()).map(Frame::info);
    }

    /**
     * Takes over a {@code Page.getFrameTree} reply of a session: what it reports is there, and what it does not report
     * any more has gone without an event, before the session was armed.
     *
     * @return the ids of what is reported
     */
    Set<String> onFrameTree(Session session, Map<String, Object> tree) {
        if (isOver(session)) {
            return Set.of();
        }
        Set<String> reported = new HashSet<>();
        takeOver(session, tree, reported);
        String root = Params.text(Params.object(tree, "frame"), "id");
        List<String> gone = frames.values().stream()
                .filter(f -> f.session().isEmpty() && !f.away() && !reported.contains(f.id()) && root.equals(rootOf(f)))
                .map(Frame::id)
                .toList();
        gone.forEach(this::remove);
        return reported;
    }

    private void takeOver(Session session, Map<String, Object> tree, Set<String> reported) {
        Map<String, Object> frame = Params.object(tree, "frame");
        if (isOfAnother(session, Params.text(frame, "id"))) {
            return;
        }
        upsert(session, frame);
        reported.add(Params.text(frame, "id"));
        Params.objects(tree, "childFrames").forEach(child -> takeOver(session, child, reported));
    }

    /** The frame at the top of a frame's process: the one whose session reports it. */
    private String rootOf(Frame frame) {
        Frame above = frame;
        for (int hops = 0; hops < frames.size(); hops++) {
            Frame parent = frames.get(above.parent());
            if (parent == null || !above.session().isEmpty()) {
                break;
            }
            above = parent;
        }
        return above.id();
    }

    /** The session's frame is gone already, and what it still tells comes too late. */
    private boolean isOver(Session session) {
        return session.role() == Session.Role.CHILD
                && frames.values().stream().noneMatch(f -> f.session().equals(session.id()));
    }

    /** A frame with a process of its own is told of by that alone, though its old document runs on for a moment. */
    private boolean isOfAnother(Session session, String frameId) {
        Frame frame = frames.get(frameId);
        return frame != null && !frame.session().isEmpty() && !frame.session().equals(session.id());
    }

    void onFrameAttached(Session session, Map<String, Object> params) {
        if (isOver(session)) {
            return;
        }
        String id = Params.text(params, "frameId");
        Frame old = frames.get(id);
        // A frame that comes back from a process of its own is attached again under its old id: it keeps its place.
        put(new Frame(
                id,
                Params.text(params, "parentFrameId"),
                old == null ? "" : old.url(),
                old == null ? "" : old.origin(),
                old == null ? "" : old.name(),
                ""));
    }

    /**
     * A document committed. Its predecessor's children go, without events of their own; only what came out of the
     * back-forward cache has its out-of-process children attached before this event, so those stay.
     *
     * @return the frames that are gone
     */
    List<FrameInfo> onFrameNavigated(Session session, Map<String, Object> params) {
        Map<String, Object> frame = Params.object(params, "frame");
        boolean restored = "BackForwardCacheRestore".equals(Params.text(params, "type"));
        if (Params.text(frame, "id").isEmpty() || isOver(session)) {
            return List.of();
        }
        Map<String, Frame> before = new LinkedHashMap<>(frames);
        removeBelow(Params.text(frame, "id"), restored);
        upsert(session, frame);
        return missing(before);
    }

    void onNavigatedWithinDocument(Session session, Map<String, Object> params) {
        Frame old = frames.get(Params.text(params, "frameId"));
        if (old != null && !isOfAnother(session, old.id())) {
            put(new Frame(
                    old.id(),
                    old.parent(),
                    withoutFragment(Params.text(params, "url")),
                    old.origin(),
                    old.name(),
                    old.session()));
        }
    }

    /**
     * {@code reason:"swap"} is a change of process: the frame lives on, and its new session is attached already.
     *
     * @return the frames that are gone
     */
    List<FrameInfo> onFrameDetached(Map<String, Object> params) {
        if ("swap".equals(Params.text(params, "reason"))
                || Params.text(params, "frameId").isEmpty()) {
            return List.of();
        }
        Map<String, Frame> before = new LinkedHashMap<>(frames);
        remove(Params.text(params, "frameId"));
        return missing(before);
    }

    /** An out-of-process frame got its session; its address is still empty then, and its parent is in the target. */
    void onSession(Session on, Session session, Map<String, Object> targetInfo) {
        if (isOver(on)) {
            return;
        }
        Frame old = frames.get(session.targetId());
        String parent = Params.text(targetInfo, "parentFrameId");
        String url = Params.text(targetInfo, "url");
        put(new Frame(
                session.targetId(),
                parent.isEmpty() && old != null ? old.parent() : parent,
                url.isEmpty() && old != null ? old.url() : url,
                old == null ? "" : old.origin(),
                old == null ? "" : old.name(),
                session.id()));
    }

    void onTargetInfoChanged(Map<String, Object> targetInfo) {
        Frame old = frames.get(Params.text(targetInfo, "targetId"));
        String url = withoutFragment(Params.text(targetInfo, "url"));
        if (old != null && !old.session().isEmpty() && !url.isEmpty() && !url.equals(old.url())) {
            put(new Frame(old.id(), old.parent(), url, old.origin(), old.name(), old.session()));
        }
    }

    /** A session is gone: its frame comes back in its parent's process, at its place, or never; what was below is gone. */
    void onSessionGone(String sessionId) {
        List<Frame> own = frames.values().stream()
                .filter(f -> f.session().equals(sessionId))
                .toList();
        for (Frame f : own) {
            removeBelow(f.id(), false);
            put(new Frame(f.id(), f.parent(), f.url(), f.origin(), f.name(), "", true));
        }
    }

    private List<FrameInfo> missing(Map<String, Frame> before) {
        before.keySet().removeAll(frames.keySet());
        return before.values().stream().map(Frame::info).toList();
    }

    private void upsert(Session session, Map<String, Object> frame) {
        String id = Params.text(frame, "id");
        if (id.isEmpty()) {
            return;
        }
        Frame old = frames.get(id);
        String parent = Params.text(frame, "parentId");
        String name = Params.text(frame, "name");
        boolean ownProcess = id.equals(session.targetId()) && session.role() == Session.Role.CHILD;
        put(new Frame(
                id,
                parent.isEmpty() && old != null ? old.parent() : parent,
                Params.text(frame, "url"),
                Params.text(frame, "securityOrigin"),
                name.isEmpty() && old != null ? old.name() : name,
                ownProcess ? session.id() : ""));
    }

    private void put(Frame frame) {
        if (!frame.id().isEmpty() && !frame.equals(frames.put(frame.id(), frame))) {
            changed = true;
        }
    }

    private void remove(String frameId) {
        if (frames.remove(frameId) != null) {
            changed = true;
        }
        removeBelow(frameId, false);
    }

    private void removeBelow(String frameId, boolean keepOutOfProcess) {
        List<String> children = frames.values().stream()
                .filter(f -> f.parent().equals(frameId))
                .filter(f -> !keepOutOfProcess || f.session().isEmpty())
                .map(Frame::id)
                .toList();
        children.forEach(this::remove);
    }

    private static String withoutFragment(String url) {
        int hash = url.indexOf('#');
        return hash < 0 ? url : url.substring(0, hash);
    }
}
