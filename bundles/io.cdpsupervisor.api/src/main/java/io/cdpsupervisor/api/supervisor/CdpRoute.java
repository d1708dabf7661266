package io.cdpsupervisor.api.supervisor;

import java.util.Objects;

/**
 * Where a command goes. Immutable.
 *
 * @param id frame, target or session id; empty for the page and the browser
 */
public record CdpRoute(Kind kind, String id) {

    public CdpRoute {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(id);
    }

    /** The task's page. */
    public static final CdpRoute PAGE = new CdpRoute(Kind.PAGE, "");

    /** The browser itself. */
    public static final CdpRoute BROWSER = new CdpRoute(Kind.BROWSER, "");

    /** An out-of-process frame by its frame id; the top frame's id means the page. */
    public static CdpRoute frame(String frameId) {
        return new CdpRoute(Kind.FRAME, frameId);
    }

    /** Any target by its id: a session of ours on it is used, or one is attached and kept for later calls. */
    public static CdpRoute target(String targetId) {
        return new CdpRoute(Kind.TARGET, targetId);
    }

    /** A session by its id; a session that is gone is an error, never another page. */
    public static CdpRoute session(String sessionId) {
        return new CdpRoute(Kind.SESSION, sessionId);
    }

    /** What the id names. */
    public enum Kind {
        PAGE,
        BROWSER,
        FRAME,
        TARGET,
        SESSION
    }
}
