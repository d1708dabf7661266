package io.cdpsupervisor.supervisor.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One thing that a browser tells about frames on a session: an event, or its reply to {@code Page.getFrameTree}. Told
 * apart by identity. Immutable.
 */
final class Told {

    static final String TREE = "Page.getFrameTree";

    private final String session;
    private final String method;
    private final Map<String, Object> params;

    private Told(String session, String method, Map<String, Object> params) {
        this.session = session;
        this.method = method;
        this.params = params;
    }

    String session() {
        return session;
    }

    String method() {
        return method;
    }

    /** Of the event, or the result of the reply. */
    Map<String, Object> params() {
        return params;
    }

    boolean isReply() {
        return method.equals(TREE);
    }

    // -- the browser process

    /** A frame gets a process of its own; it waits there for its first document, so it has no address yet. */
    static Told attached(String on, String session, String frame, String parent) {
        return attached(on, session, frame, parent, "");
    }

    /** A frame that has its document already. */
    static Told attached(String on, String session, String frame, String parent, String url) {
        Map<String, Object> info = Map.of("targetId", frame, "type", "iframe", "url", url, "parentFrameId", parent);
        return new Told(
                on,
                "Target.attachedToTarget",
                Map.of("sessionId", session, "targetInfo", info, "waitingForDebugger", url.isEmpty()));
    }

    static Told detached(String on, String session, String frame) {
        return new Told(on, "Target.detachedFromTarget", Map.of("sessionId", session, "targetId", frame));
    }

    static Told infoChanged(String on, String frame, String url) {
        Map<String, Object> info = Map.of("targetId", frame, "type", "iframe", "url", url);
        return new Told(on, "Target.targetInfoChanged", Map.of("targetInfo", info));
    }

    // -- a renderer

    static Told frameAttached(String on, String frame, String parent) {
        return new Told(on, "Page.frameAttached", Map.of("frameId", frame, "parentFrameId", parent));
    }

    static Told navigated(String on, String frame, String parent, String url) {
        return new Told(on, "Page.frameNavigated", Map.of("type", "Navigation", "frame", document(frame, parent, url)));
    }

    static Told restored(String on, String frame, String url) {
        return new Told(
                on,
                "Page.frameNavigated",
                Map.of("type", "BackForwardCacheRestore", "frame", document(frame, "", url)));
    }

    static Told navigatedWithin(String on, String frame, String url) {
        return new Told(on, "Page.navigatedWithinDocument", Map.of("frameId", frame, "url", url));
    }

    static Told removed(String on, String frame) {
        return new Told(on, "Page.frameDetached", Map.of("frameId", frame, "reason", "remove"));
    }

    static Told swapped(String on, String frame) {
        return new Told(on, "Page.frameDetached", Map.of("frameId", frame, "reason", "swap"));
    }

    static Told dialog(String on, String frame) {
        return new Told(
                on,
                NativeDialogProtocol.OPENING,
                Map.of("type", "confirm", "message", "?", "defaultPrompt", "", "frameId", frame));
    }

    static Told context(String on, String what) {
        return new Told(on, "Runtime.executionContext" + what, Map.of());
    }

    static Told tree(String on, Map<String, Object> tree) {
        return new Told(on, TREE, Map.of("frameTree", tree));
    }

    /** A part of such a reply. */
    static Map<String, Object> node(String frame, String parent, String url, List<? extends Map<String, ?>> children) {
        return Map.of("frame", document(frame, parent, url), "childFrames", children);
    }

    static String origin(String url) {
        int path = url.indexOf('/', url.indexOf("//") + 2);
        return path < 0 ? "://" : url.substring(0, path);
    }

    private static Map<String, Object> document(String frame, String parent, String url) {
        Map<String, Object> document =
                new HashMap<>(Map.of("id", frame, "url", url, "loaderId", "L", "securityOrigin", origin(url)));
        if (!parent.isEmpty()) {
            document.put("parentId", parent);
        }
        return document;
    }

    @Override
    public String toString() {
        return "\n    " + session + (isReply() ? " reply to " : " ") + method.substring(method.indexOf('.') + 1) + " "
                + params;
    }
}
