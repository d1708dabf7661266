package io.cdpsupervisor.api.dialog;

import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Decides dialogs in the agent's place, published as a service. Every dialog is shown to the deciders before it is
 * pending, the highest-ranked service first; the first that answers decides it, and it ends as {@code auto_policy}. A
 * dialog that all of them leave goes on under the configured {@link DialogPolicy}.
 */
@ConsumerType
public interface DialogDecider {

    /**
     * Looks at a dialog that has just opened. Called on a thread of the supervisor, never the task's loop, possibly for
     * several tasks at once. All deciders together have 100 ms; what comes later is dropped, and a decider that is late
     * is not asked again before it has come back. Whatever it throws counts as leaving the dialog.
     *
     * @return the answer ({@link DialogAnswer#dialogId()} is not looked at), or empty to leave the dialog to others
     */
    Optional<DialogAnswer> decide(Question question);

    /**
     * A dialog that has just opened. Immutable.
     *
     * @param frameUrl address of the frame that called, without fragment; empty where it is not known
     */
    record Question(String taskId, PendingDialog dialog, String frameUrl) {}
}
