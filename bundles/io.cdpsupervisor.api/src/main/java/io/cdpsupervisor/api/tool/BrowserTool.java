package io.cdpsupervisor.api.tool;

import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Something an agent can call, published as a service. Tools come and go while agents work. Of several with one name,
 * the highest-ranked that is available for the task is offered. Safe for any thread.
 */
@ConsumerType
public interface BrowserTool {

    /** Always equal, for the life of the service. */
    ToolDefinition definition();

    /** Whether a call with these arguments may start while a dialog blocks the task's page. Never blocks. */
    default boolean runsDuringDialog(Map<String, Object> arguments) {
        return false;
    }

    /** Whether the task can use this tool now, for instance on its backend. Cheap, never blocks. */
    default boolean availableFor(String taskId) {
        return true;
    }

    /**
     * Does the work. Called on a thread of the host, which may be blocked up to the call's deadline. Failures are
     * results with a next step; a {@link io.cdpsupervisor.api.error.BrowserException} is turned into one, anything
     * else thrown is reported as {@code internal}. The agent may have been answered already when this returns: then
     * the result is dropped.
     */
    ToolResult call(ToolCall call);
}
