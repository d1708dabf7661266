package io.cdpsupervisor.api.supervisor;

import io.cdpsupervisor.api.cdp.CapturedCdp;
import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The supervisors of this process, one per task. A service of bundle scope: what a bundle captured here is released
 * when that bundle stops. Safe for any thread.
 */
@ProviderType
public interface SupervisorRegistry {

    /**
     * The task's supervisor: the live one when it watches the same endpoint ({@link SupervisorSpec#endpointId()}),
     * else a fresh one, after the old one has been stopped. Blocks until the page is attached, at most for the spec's
     * start time.
     *
     * @throws io.cdpsupervisor.api.error.BrowserException the endpoint could not be reached or attached to; nothing
     *     stays registered
     */
    Supervisor getOrStart(String taskId, SupervisorSpec spec);

    /** The task's supervisor while it is alive, also while it is reconnecting. Never blocks. */
    Optional<Supervisor> find(String taskId);

    /**
     * Pins the task's present connection for raw commands. Never starts, reconnects or refocuses anything. Blocks
     * until the capturing bundle's own session on the page is attached.
     *
     * @param timeout how long to wait for that
     * @throws io.cdpsupervisor.api.cdp.CapturedCdpInvalidException no supervisor, or not attached right now
     * @throws io.cdpsupervisor.api.cdp.CdpTimeoutException not in time
     * @throws IllegalStateException called on the task's loop
     */
    CapturedCdp capture(String taskId, Duration timeout);

    /**
     * Ends the task's supervisor: pending dialogs are dismissed, a page that we made is closed, the connection is
     * closed. Blocks at most about 5 s; a task without a supervisor is fine.
     */
    void stop(String taskId);
}
