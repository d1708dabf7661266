package io.cdpsupervisor.api.supervisor;

import io.cdpsupervisor.api.error.ErrorCode;
import org.osgi.annotation.versioning.ProviderType;

/** A {@link TaskCdp} together with the right to give it up. Safe for any thread. */
@ProviderType
public interface CallScope extends TaskCdp, AutoCloseable {

    /** Ends every wait of this scope with a {@code CallAbandonedException} of this code. Idempotent, never blocks. */
    void abandon(ErrorCode code, String message);

    /** Abandons what still waits and frees the scope. Idempotent, never blocks. */
    @Override
    void close();
}
