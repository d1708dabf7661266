package io.cdpsupervisor.api.cdp;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.util.Map;

/** A command could not be brought to a good end; the code says why. Immutable. */
public class CdpException extends BrowserException {
    private static final long serialVersionUID = 1L;

    public CdpException(ErrorCode code, String message) {
        super(code, message);
    }

    public CdpException(ErrorCode code, String message, Map<String, Object> details) {
        super(code, message, details);
    }
}
