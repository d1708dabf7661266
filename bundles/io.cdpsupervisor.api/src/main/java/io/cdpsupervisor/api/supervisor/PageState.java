package io.cdpsupervisor.api.supervisor;

import java.util.Locale;

/** How the task's page is. Immutable. */
public enum PageState {
    OK,
    BLOCKED_BY_DIALOG,
    CRASHED,
    /** A command to the page, or to one of its popups, has gone unanswered for 5 s while the browser answers. */
    UNRESPONSIVE,
    DISCONNECTED;

    /** The word in a result. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
