package io.cdpsupervisor.api.backend;

import java.util.Objects;
import java.util.Optional;

/**
 * Who wants a browser. Immutable.
 *
 * @param url the first address to be opened, when it is known
 */
public record BackendRequest(String taskId, Optional<String> url) {
    public BackendRequest {
        Objects.requireNonNull(taskId);
        Objects.requireNonNull(url);
    }
}
