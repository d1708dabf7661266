package io.cdpsupervisor.api.cdp;

import io.cdpsupervisor.api.error.ErrorCode;

/** The handle's attachment is over, or the handle was closed. Capture again. Immutable. */
public final class CapturedCdpInvalidException extends CdpException {
    private static final long serialVersionUID = 1L;

    public CapturedCdpInvalidException(String message) {
        super(ErrorCode.DISCONNECTED, message);
    }
}
