package io.cdpsupervisor.api.cdp;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How one command is sent. Immutable.
 *
 * @param sessionId the flat session it goes to; empty means the browser itself
 * @param timeout from the call to the reply; empty waits until a reply or the end of the attachment
 * @param beforeSend asked on the loop immediately before the send
 */
public record CallOptions(Optional<String> sessionId, Optional<Duration> timeout, Optional<BeforeSend> beforeSend) {

    public CallOptions {
        Objects.requireNonNull(sessionId);
        Objects.requireNonNull(beforeSend);
        timeout.ifPresent(t -> {
            if (t.isNegative() || t.isZero() || t.compareTo(MAX_TIMEOUT) > 0) {
                throw new IllegalArgumentException("timeout must be above 0 and at most " + MAX_TIMEOUT + ", not " + t);
            }
        });
    }

    private static final Duration MAX_TIMEOUT = Duration.ofDays(365);

    /** To the browser itself, with a time limit. */
    public static CallOptions browser(Duration timeout) {
        return new CallOptions(Optional.empty(), Optional.of(timeout), Optional.empty());
    }

    /** To one session, with a time limit. */
    public static CallOptions session(String sessionId, Duration timeout) {
        return new CallOptions(Optional.of(sessionId), Optional.of(timeout), Optional.empty());
    }

    public CallOptions withoutTimeout() {
        return new CallOptions(sessionId, Optional.empty(), beforeSend);
    }

    public CallOptions withBeforeSend(BeforeSend hook) {
        return new CallOptions(sessionId, timeout, Optional.of(hook));
    }
}
