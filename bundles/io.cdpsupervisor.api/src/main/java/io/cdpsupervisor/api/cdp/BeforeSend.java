package io.cdpsupervisor.api.cdp;

import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Looks at a command in the last moment before it is sent. Called on the task's loop, in one uninterrupted step with
 * the send: no event is handled between the check and the wire. It must not block; a slow hook holds up its own task
 * and is named in a warning.
 */
@ConsumerType
@FunctionalInterface
public interface BeforeSend {

    /**
     * Returns to let the command pass.
     *
     * @throws RuntimeException to veto: nothing is sent and the caller of {@link CapturedCdp#call} gets this exception
     */
    void check(String method, Optional<String> sessionId, Map<String, ?> params);
}
