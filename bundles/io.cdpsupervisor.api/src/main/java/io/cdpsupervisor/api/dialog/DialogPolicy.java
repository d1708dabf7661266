package io.cdpsupervisor.api.dialog;

import java.util.Locale;

/** What happens to a dialog when it opens. Immutable. */
public enum DialogPolicy {
    /** It waits for the agent, and for the watchdog after the dialog time limit. */
    MUST_RESPOND,
    /** Dismissed at once. */
    AUTO_DISMISS,
    /** Accepted at once; a prompt gets its default text. */
    AUTO_ACCEPT;

    /** The word in the configuration. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
