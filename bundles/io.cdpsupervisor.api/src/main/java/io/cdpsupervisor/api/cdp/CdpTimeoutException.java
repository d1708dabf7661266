package io.cdpsupervisor.api.cdp;

import io.cdpsupervisor.api.error.ErrorCode;

/** No reply in time. The connection is fine and a late reply is dropped. Immutable. */
public final class CdpTimeoutException extends CdpException {
    private static final long serialVersionUID = 1L;

    private final boolean sent;

    public CdpTimeoutException(String message, boolean sent) {
        super(ErrorCode.TIMEOUT, message);
        this.sent = sent;
    }

    /** False: the time was over before admission, and the command was never sent. */
    public boolean sent() {
        return sent;
    }
}
