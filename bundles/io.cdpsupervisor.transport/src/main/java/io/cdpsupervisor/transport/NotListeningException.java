package io.cdpsupervisor.transport;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;

/** Every address of the endpoint refused the connection: nothing listens there, or not yet. Immutable. */
public final class NotListeningException extends CdpException {

    private static final long serialVersionUID = 1L;

    public NotListeningException(String message) {
        super(ErrorCode.DISCONNECTED, message);
    }
}
