package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.supervisor.SessionInfo;

/**
 * A flat session of ours. Immutable.
 *
 * @param page the session of the page it belongs to, itself for a page
 * @param parent the session that reported it; empty for one that we attached ourselves
 */
record Session(String id, String targetId, String type, Role role, String page, String parent) {

    /** What a session is there for. */
    enum Role {
        /** The task's page. */
        PAGE,
        /** A page that the task's page opened. */
        POPUP,
        /** Attached by the browser on behalf of a page: a frame, a worker. */
        CHILD,
        /** Another target that an agent named. */
        NAMED,
        /** A plug-in's own session on the task's page. */
        CAPTURE
    }

    /** Whether commands that would blind the supervisor are refused on it. */
    boolean watched() {
        return role != Role.CAPTURE && role != Role.NAMED;
    }

    SessionInfo info(String url) {
        return new SessionInfo(id, targetId, type, url);
    }
}
