package io.cdpsupervisor.api.supervisor;

import io.cdpsupervisor.api.dialog.PendingDialog;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The task's own page. Immutable.
 *
 * @param sessionId the supervisor's session on it; empty while there is no connection
 * @param url of the committed top document, without fragment
 * @param loaded whether the top document's load event has been seen
 * @param loaders ids of the documents committed in the top frame, oldest first, the last few
 * @param popups pages that this page opened
 * @param blockedBy the dialog that freezes the page; it can be one that survived a lost connection, which is not
 *     pending any more and only ends when the page is left
 * @param gone whether the page was closed; it is never replaced by another tab behind the agent's back
 */
public record PageInfo(
        PageState state,
        String targetId,
        String sessionId,
        String url,
        boolean loaded,
        List<String> loaders,
        List<Popup> popups,
        Optional<PendingDialog> blockedBy,
        boolean gone) {

    public PageInfo {
        loaders = List.copyOf(loaders);
        popups = List.copyOf(popups);
        Objects.requireNonNull(blockedBy);
    }

    /**
     * A page that the task's page opened.
     *
     * @param sessionId the supervisor's session on it; empty until it is attached
     * @param frames all its frames in creation order
     */
    public record Popup(String targetId, String sessionId, String url, String title, List<FrameInfo> frames) {
        public Popup {
            frames = List.copyOf(frames);
        }
    }
}
