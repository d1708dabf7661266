package io.cdpsupervisor.api.host;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * An agent's call. Immutable.
 *
 * @param taskId of the caller; a {@code task_id} among the arguments wins over it
 * @param arguments JSON-shaped, unchecked
 * @param progress gets fraction and message; must not block
 */
public record ToolRequest(
        String taskId, String tool, Map<String, Object> arguments, BiConsumer<Double, String> progress) {

    public ToolRequest {
        Objects.requireNonNull(taskId);
        Objects.requireNonNull(tool);
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
        Objects.requireNonNull(progress);
    }
}
