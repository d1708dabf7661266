package io.cdpsupervisor.api.supervisor;

import java.util.Objects;
import java.util.Optional;

/**
 * A frame of the task's page. Immutable.
 *
 * @param parentFrameId empty for the top frame
 * @param origin as the protocol gives it, empty until the frame has navigated
 * @param oopif whether it runs in a process, and so in a session, of its own
 * @param sessionId its own session; only for out-of-process frames
 */
public record FrameInfo(
        String frameId,
        Optional<String> parentFrameId,
        String url,
        String origin,
        Optional<String> name,
        boolean oopif,
        Optional<String> sessionId) {

    public FrameInfo {
        Objects.requireNonNull(frameId);
        Objects.requireNonNull(parentFrameId);
        Objects.requireNonNull(name);
        Objects.requireNonNull(sessionId);
    }
}
