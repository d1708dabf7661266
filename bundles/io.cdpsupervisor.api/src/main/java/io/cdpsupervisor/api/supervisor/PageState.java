package io.cdpsupervisor.api.supervisor;

import java.util.Locale;

/** How the task's page is. Immutable. */
public enum PageState {
    OK,
    BLOCKED_BY_DIALOG,
    CRASHED,
    UNRESPONSIVE,
    DISCONNECTED;

    /** The word in a result. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
