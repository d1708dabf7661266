package io.cdpsupervisor.supervisor.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sessions of one attachment. Confined to the loop. */
final class SessionTable {

    private final Map<String, Session> byId = new LinkedHashMap<>();

    void add(Session session) {
        byId.put(session.id(), session);
    }

    void addIfUnknown(Session session) {
        byId.putIfAbsent(session.id(), session);
    }

    Optional<Session> find(String sessionId) {
        return Optional.ofNullable(byId.get(sessionId));
    }

    /** A session on the target that any caller may use: a plug-in's own is not. */
    Optional<Session> onTarget(String targetId) {
        return byId.values().stream()
                .filter(s -> s.targetId().equals(targetId) && s.role() != Session.Role.CAPTURE)
                .findFirst();
    }

    /** Removes a session and those that were reported on it; the one that was asked for comes first. */
    List<Session> remove(String sessionId) {
        List<Session> gone = new ArrayList<>();
        Session session = byId.remove(sessionId);
        if (session != null) {
            gone.add(session);
            List<String> children = byId.values().stream()
                    .filter(s -> s.parent().equals(sessionId))
                    .map(Session::id)
                    .toList();
            children.forEach(child -> gone.addAll(remove(child)));
        }
        return gone;
    }

    Collection<Session> all() {
        return byId.values();
    }
}
