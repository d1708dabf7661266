package io.cdpsupervisor.api.dialog;

import java.util.Objects;
import java.util.Optional;

/**
 * What an answer led to. Immutable.
 *
 * @param dialog the dialog as it was
 * @param navigation for a {@code beforeunload}: {@code continued} or {@code refused}
 */
public record DialogOutcome(PendingDialog dialog, Optional<String> navigation) {
    public DialogOutcome {
        Objects.requireNonNull(dialog);
        Objects.requireNonNull(navigation);
    }
}
