package io.cdpsupervisor.api.dialog;

import java.util.Locale;

/** Who ended a dialog. Immutable. */
public enum ClosedBy {
    AGENT,
    AUTO_POLICY,
    WATCHDOG,
    /** Somebody else: a person at the window, another client, a navigation, the end of the page or the connection. */
    REMOTE;

    /** The word in a result. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
