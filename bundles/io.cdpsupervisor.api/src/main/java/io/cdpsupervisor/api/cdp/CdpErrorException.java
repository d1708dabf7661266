package io.cdpsupervisor.api.cdp;

import io.cdpsupervisor.api.error.ErrorCode;
import java.util.Map;

/**
 * The browser answered a command with an error. Code -32001 ("Session with given id not found", Chromium) comes as
 * {@link ErrorCode#SESSION_GONE}, everything else as {@link ErrorCode#CDP_ERROR}. Immutable.
 */
public final class CdpErrorException extends CdpException {
    private static final long serialVersionUID = 1L;
    private static final int SESSION_NOT_FOUND = -32001;

    private final int errorCode;
    private final String errorMessage;
    private final String method;

    public CdpErrorException(int errorCode, String errorMessage, String method) {
        super(
                errorCode == SESSION_NOT_FOUND ? ErrorCode.SESSION_GONE : ErrorCode.CDP_ERROR,
                method + " failed: " + errorMessage + " (" + errorCode + ").",
                Map.of("cdp_code", errorCode, "cdp_message", errorMessage));
        this.errorCode = errorCode;
        this.errorMessage = errorMessage;
        this.method = method;
    }

    public int errorCode() {
        return errorCode;
    }

    public String errorMessage() {
        return errorMessage;
    }

    public String method() {
        return method;
    }
}
