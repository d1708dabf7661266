package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.PageInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The pages of one attachment: the task's own and the popups that it opened. Confined to the loop. */
final class Pages {

    private final Map<String, WatchedPage> popups = new LinkedHashMap<>();
    private WatchedPage own;

    /** The task's page; empty until there is one. */
    Optional<WatchedPage> own() {
        return Optional.ofNullable(own);
    }

    WatchedPage setOwn(String targetId) {
        own = new WatchedPage(targetId);
        return own;
    }

    boolean isOwn(WatchedPage page) {
        return page == own;
    }

    /** The page that a session belongs to; none for what an agent or a plug-in attached elsewhere. */
    Optional<WatchedPage> of(Session session) {
        return all().filter(p -> !p.sessionId().isEmpty() && p.sessionId().equals(session.page()))
                .findFirst();
    }

    /** Whether a target is a page that one of these opened. */
    boolean opened(Map<String, Object> targetInfo) {
        String opener = Params.text(targetInfo, "openerId");
        return own != null
                && "page".equals(Params.text(targetInfo, "type"))
                && !opener.isEmpty()
                && (opener.equals(own.targetId()) || popups.containsKey(opener));
    }

    /** The page with this target id, if it is one of these. */
    Optional<WatchedPage> onTarget(Object targetId) {
        return all().filter(p -> p.targetId().equals(targetId)).findFirst();
    }

    WatchedPage addPopup(String targetId) {
        return popups.computeIfAbsent(targetId, WatchedPage::new);
    }

    Optional<WatchedPage> popup(String targetId) {
        return Optional.ofNullable(popups.get(targetId));
    }

    boolean removePopup(String targetId) {
        return popups.remove(targetId) != null;
    }

    List<PageInfo.Popup> popups() {
        return popups.values().stream().map(WatchedPage::popup).toList();
    }

    Optional<FrameInfo> frame(String frameId) {
        return all().flatMap(p -> p.frames().find(frameId).stream()).findFirst();
    }

    /** Address of a frame; empty where it is not known. */
    String url(String frameId) {
        return all().map(p -> p.frames().url(frameId))
                .filter(url -> !url.isEmpty())
                .findFirst()
                .orElse("");
    }

    Stream<WatchedPage> all() {
        return Stream.concat(own().stream(), popups.values().stream());
    }
}
