package io.cdpsupervisor.api.host;

import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The agent host's one door: lists tools, runs them so that no call is left hanging, lets go of a task. Safe for any
 * thread.
 */
@ProviderType
public interface BrowserHost {

    /** The tools that the task is offered now, by name. Never blocks. */
    List<ToolDefinition> tools(String taskId);

    /**
     * Runs a tool. Returns at once; the future always completes normally, on a thread that is not the caller's, by the
     * call's deadline at the latest. What is attached to it should be short. Cancelling the future cancels the call.
     */
    CompletableFuture<ToolResult> call(ToolRequest request);

    /** Closes the task's browser and forgets the task. Blocks at most about 10 s; an unknown task is fine. */
    void close(String taskId);

    /**
     * Tells the listener that the set of tools has changed, on a thread of the host.
     *
     * @return ends the subscription
     */
    Registration onToolsChanged(Runnable listener);

    /** Ends a subscription. Idempotent. */
    @ProviderType
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
