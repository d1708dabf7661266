package io.cdpsupervisor.api.dialog;

import java.util.Objects;
import java.util.Optional;

/**
 * An agent's answer. Immutable.
 *
 * @param accept true presses OK (or "leave"), false Cancel (or "stay")
 * @param promptText what goes into a prompt's field; empty leaves the default text, as pressing OK does
 * @param dialogId which dialog is meant; empty means the only one pending
 */
public record DialogAnswer(boolean accept, Optional<String> promptText, Optional<String> dialogId) {
    public DialogAnswer {
        Objects.requireNonNull(promptText);
        Objects.requireNonNull(dialogId);
    }
}
