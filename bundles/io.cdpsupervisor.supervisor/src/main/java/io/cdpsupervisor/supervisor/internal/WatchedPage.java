package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.PageInfo;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;

/**
 * A page under watch, the task's own or a popup: its frames and the documents of its top frame. A popup is known from
 * the moment it is discovered, before it has a session. Confined to the loop.
 */
final class WatchedPage {

    /** A tool that waits for its document must still find its id after a few quick redirects of the page. */
    private static final int LOADERS_KEPT = 8;

    private final String targetId;
    private final FrameTable frames = new FrameTable();
    private final ArrayDeque<String> loaders = new ArrayDeque<>();
    private String sessionId = "";
    private String url = "";
    private String title = "";
    private boolean loaded = true;
    private boolean awake;
    private boolean gone;

    WatchedPage(String targetId) {
        this.targetId = targetId;
    }

    String targetId() {
        return targetId;
    }

    /** Empty before it is attached. */
    String sessionId() {
        return sessionId;
    }

    FrameTable frames() {
        return frames;
    }

    /** Of the committed top document, or what the browser says of a page that is not attached yet. */
    String url() {
        return frames.top().map(FrameInfo::url).orElse(url);
    }

    boolean gone() {
        return gone;
    }

    boolean loaded() {
        return loaded;
    }

    List<String> loaders() {
        return List.copyOf(loaders);
    }

    PageInfo.Popup popup() {
        return new PageInfo.Popup(targetId, sessionId, url, title, frames.list());
    }

    /** What the page showed when it was attached; its commit came before our time. */
    void onFrameTree(CdpReply reply) {
        String loaderId = Params.text(Params.object(Params.object(reply.result(), "frameTree"), "frame"), "loaderId");
        if (!loaderId.isEmpty() && !loaders.contains(loaderId)) {
            onTopNavigated(loaderId, false);
        }
    }

    void onReadyState(CdpReply reply) {
        loaded |= "complete".equals(Params.text(Params.object(reply.result(), "result"), "value"));
    }

    void onAttached(String session) {
        sessionId = session;
    }

    void onTargetInfo(Map<String, Object> info) {
        url = Params.text(info, "url");
        title = Params.text(info, "title");
    }

    /** The top document was replaced; what comes from the back-forward cache is loaded already. */
    void onTopNavigated(String loaderId, boolean restored) {
        if (loaders.size() == LOADERS_KEPT) {
            loaders.removeFirst();
        }
        loaders.addLast(loaderId);
        loaded = restored;
    }

    /** Whether it shows more than the empty document that every page begins with. */
    boolean hasCommitted() {
        return !url().isEmpty() && !url().equals("about:blank");
    }

    /** Whether it is to be woken now: once is enough. */
    boolean wake() {
        boolean slept = !awake;
        awake = true;
        return slept;
    }

    void onLoaded() {
        loaded = true;
    }

    void onGone() {
        gone = true;
    }
}
