package io.cdpsupervisor.api.launcher;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What to launch. Immutable.
 *
 * @param key who asks, such as a backend's name; the same key and folder twice in one process give the same browser
 * @param userDataDir profile folder; empty means a fresh one that requests of the same key share, and that is deleted
 *     with their last lease (ephemeral)
 * @param timeout how long to wait for the debugging endpoint
 */
public record LaunchRequest(String key, Optional<Path> userDataDir, Duration timeout) {
    public LaunchRequest {
        Objects.requireNonNull(key);
        Objects.requireNonNull(userDataDir);
        Objects.requireNonNull(timeout);
    }

    public boolean ephemeral() {
        return userDataDir.isEmpty();
    }
}
