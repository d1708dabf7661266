package io.cdpsupervisor.api.cdp;

import io.cdpsupervisor.api.error.ErrorCode;

/**
 * The agent has been answered already (a dialog opened, the page went, the time was over), so nobody waits for this
 * command any more. A tool lets it pass: its result is not looked at. Immutable.
 */
public final class CallAbandonedException extends CdpException {
    private static final long serialVersionUID = 1L;

    public CallAbandonedException(ErrorCode code, String message) {
        super(code, message);
    }
}
