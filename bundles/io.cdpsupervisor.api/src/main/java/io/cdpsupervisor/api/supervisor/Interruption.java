package io.cdpsupervisor.api.supervisor;

import io.cdpsupervisor.api.dialog.PendingDialog;
import java.util.Optional;

/**
 * Something that may leave a waiting call without an answer. Immutable.
 *
 * @param dialog the dialog, for {@link Kind#DIALOG}
 * @param message what happened; with the next step, where it is not an answer to the dialog
 */
public record Interruption(Kind kind, Optional<PendingDialog> dialog, String message) {

    /** What happened. */
    public enum Kind {
        /** A dialog became pending on the task's page, in one of its frames or popups. */
        DIALOG,
        /** The page's renderer is gone. */
        CRASHED,
        /** The task's page was closed. */
        TAB_GONE,
        /** The connection dropped. */
        DISCONNECTED
    }
}
