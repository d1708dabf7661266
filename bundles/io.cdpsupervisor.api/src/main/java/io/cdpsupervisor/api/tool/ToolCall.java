package io.cdpsupervisor.api.tool;

import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** One call of a tool. Safe for any thread. */
@ProviderType
public interface ToolCall {

    String taskId();

    /** Checked against the tool's schema; without {@code task_id}. JSON-shaped, unmodifiable. */
    Map<String, Object> arguments();

    /** Time left until the agent is answered with {@code timeout}; never negative. */
    Duration remaining();

    /** Whether the agent has been answered already or has cancelled the call. */
    boolean cancelled();

    /**
     * Tells the agent how far the call is, where it asked for that. Never blocks.
     *
     * @param fraction 0 to 1
     */
    void progress(double fraction, String message);

    /** The task's supervisor, when its browser is open. */
    Optional<Supervisor> supervisor();

    /**
     * The task's page, for the time of this call.
     *
     * @throws io.cdpsupervisor.api.error.BrowserException {@code no_supervisor}: nothing is open
     */
    TaskCdp cdp();

    /**
     * Sees to it that the task has a browser for this address, opening one if it must. Blocks.
     *
     * @throws io.cdpsupervisor.api.error.BrowserException {@code url_blocked}, {@code backend_unavailable},
     *     {@code browser_not_found}, {@code launch_failed}, …
     */
    TaskCdp open(String url);

    /**
     * Checks that the task's browser may be at this address.
     *
     * @throws io.cdpsupervisor.api.error.BrowserException {@code url_blocked}
     */
    void checkUrl(String url);

    /** Closes the task's browser: the fields of {@code closed} in the result. Blocks at most about 10 s. */
    Map<String, Object> close();
}
