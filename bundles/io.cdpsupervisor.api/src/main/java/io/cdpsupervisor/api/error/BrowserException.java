package io.cdpsupervisor.api.error;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Root of everything this product throws at its callers: a code of the outside contract, a sentence with the next
 * step, and details that ride along in a tool's result. Messages hold no secret: addresses go through
 * {@link io.cdpsupervisor.api.redact.Redactor} before they come here. Immutable.
 */
public class BrowserException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final transient Map<String, Object> details;

    public BrowserException(ErrorCode code, String message) {
        this(code, message, Map.of());
    }

    public BrowserException(ErrorCode code, String message, Map<String, Object> details) {
        super(Objects.requireNonNull(message));
        this.code = Objects.requireNonNull(code);
        this.details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    public BrowserException(ErrorCode code, String message, Throwable cause) {
        this(code, message);
        initCause(cause);
    }

    public ErrorCode code() {
        return code;
    }

    /** Extra keys for the result, such as {@code closed_by}; never {@code success}, {@code code} or {@code error}. */
    public Map<String, Object> details() {
        return details == null ? Map.of() : details;
    }
}
