package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.supervisor.PageInfo;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is known of the task's page beside its frames: documents, loading, crash, popups. Confined to the loop. */
final class PageWatch {

    /** A tool that waits for its document must still find its id after a few quick redirects of the page. */
    private static final int LOADERS_KEPT = 8;

    private final Session session;
    private final ArrayDeque<String> loaders = new ArrayDeque<>();
    private final Map<String, PageInfo.Popup> popups = new LinkedHashMap<>();
    private boolean loaded = true;
    private boolean crashed;
    private boolean gone;

    PageWatch(Session session) {
        this.session = session;
    }

    Session session() {
        return session;
    }

    boolean crashed() {
        return crashed;
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

    List<PageInfo.Popup> popups() {
        return List.copyOf(popups.values());
    }

    /** The top document was replaced; what comes from the back-forward cache is loaded already. */
    void onTopNavigated(Map<String, Object> frame, boolean restored) {
        if (loaders.size() == LOADERS_KEPT) {
            loaders.removeFirst();
        }
        loaders.addLast(Params.text(frame, "loaderId"));
        loaded = restored;
        crashed = false;
    }

    void onLoaded() {
        loaded = true;
    }

    void onCrashed() {
        crashed = true;
    }

    void onGone() {
        gone = true;
    }

    /** Whether a target was opened by this page or by one of its popups. */
    boolean opened(Map<String, Object> targetInfo) {
        String opener = Params.text(targetInfo, "openerId");
        return "page".equals(Params.text(targetInfo, "type"))
                && !opener.isEmpty()
                && (opener.equals(session.targetId()) || popups.containsKey(opener));
    }

    /** A popup is known from the moment it is discovered, before its session is there. */
    void putPopup(Map<String, Object> targetInfo, String sessionId) {
        String targetId = Params.text(targetInfo, "targetId");
        popups.put(
                targetId,
                new PageInfo.Popup(
                        targetId, sessionId, Params.text(targetInfo, "url"), Params.text(targetInfo, "title")));
    }

    void onPopupAttached(String targetId, String sessionId) {
        popups.computeIfPresent(targetId, (id, popup) -> new PageInfo.Popup(id, sessionId, popup.url(), popup.title()));
    }

    void onPopupInfo(Map<String, Object> targetInfo) {
        PageInfo.Popup old = popups.get(Params.text(targetInfo, "targetId"));
        if (old != null) {
            putPopup(targetInfo, old.sessionId());
        }
    }

    boolean removePopup(String targetId) {
        return popups.remove(targetId) != null;
    }
}
