package io.cdpsupervisor.api.tool;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What an agent is told of a tool. Immutable.
 *
 * @param inputSchema JSON Schema of the arguments, type {@code object}; the host adds {@code task_id}
 * @param annotations MCP tool annotations, such as {@code readOnlyHint}
 * @param onDialog what becomes of a running call when a dialog opens
 * @param timeoutArgument name of the argument that holds the call's time limit in seconds; empty means the configured
 *     {@code command_timeout}
 * @param defaultTimeout the limit when that argument is absent
 */
public record ToolDefinition(
        String name,
        String description,
        Map<String, Object> inputSchema,
        Map<String, Object> annotations,
        OnDialog onDialog,
        String timeoutArgument,
        Duration defaultTimeout) {

    public ToolDefinition {
        Objects.requireNonNull(name);
        Objects.requireNonNull(description);
        // an agent's cached prompt survives a restart only if the order of keys does
        inputSchema = Collections.unmodifiableMap(new LinkedHashMap<>(inputSchema));
        annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
        Objects.requireNonNull(onDialog);
        Objects.requireNonNull(timeoutArgument);
        Objects.requireNonNull(defaultTimeout);
    }

    /** A tool whose calls end after the configured {@code command_timeout}. */
    public ToolDefinition(
            String name,
            String description,
            Map<String, Object> inputSchema,
            Map<String, Object> annotations,
            OnDialog onDialog) {
        this(name, description, inputSchema, annotations, onDialog, "", Duration.ZERO);
    }

    /** What becomes of a running call when a dialog opens on the task's page. */
    public enum OnDialog {
        /** It ends as a success that names the dialog: the action was done, and opened it. */
        SUCCEED,
        /** It ends as {@code blocked_by_dialog}, unless its reply comes first. */
        FAIL,
        /** It goes on. */
        GO_ON
    }
}
