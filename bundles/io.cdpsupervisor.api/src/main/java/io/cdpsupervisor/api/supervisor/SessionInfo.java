package io.cdpsupervisor.api.supervisor;

/**
 * A flat session of the supervisor. Immutable.
 *
 * @param type the target's type, such as {@code page}, {@code iframe}, {@code worker}
 */
public record SessionInfo(String sessionId, String targetId, String type, String url) {}
