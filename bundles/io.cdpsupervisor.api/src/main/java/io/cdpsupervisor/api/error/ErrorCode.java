package io.cdpsupervisor.api.error;

import java.util.Locale;

/**
 * The codes a failed tool call carries. The wire form is the lower-case name. Vendors' tools prefix their own
 * ({@code vendor:code}) and do not use this enum. Immutable.
 */
public enum ErrorCode {
    INVALID_ARGUMENT,
    NO_SUPERVISOR,
    NO_DIALOG,
    DIALOG_NOT_FOUND,
    DIALOG_ALREADY_CLOSED,
    DIALOG_AMBIGUOUS,
    BLOCKED_BY_DIALOG,
    FRAME_NOT_FOUND,
    NOT_OOPIF,
    SESSION_GONE,
    TARGET_IN_USE,
    TAB_GONE,
    TARGET_CRASHED,
    PAGE_UNRESPONSIVE,
    TIMEOUT,
    CDP_ERROR,
    MESSAGE_TOO_LARGE,
    DISCONNECTED,
    BACKEND_GONE,
    BACKEND_UNAVAILABLE,
    BROWSER_NOT_FOUND,
    LAUNCH_FAILED,
    PROFILE_IN_USE,
    URL_BLOCKED,
    NAVIGATION_FAILED,
    REFUSED_TO_LEAVE,
    TOOL_GONE,
    /** A bug of ours: the message carries a log reference. */
    INTERNAL;

    /** The code as it stands in a result, such as {@code blocked_by_dialog}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
