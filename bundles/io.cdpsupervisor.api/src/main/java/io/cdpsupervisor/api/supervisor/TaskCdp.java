package io.cdpsupervisor.api.supervisor;

import io.cdpsupervisor.api.cdp.CdpReply;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A task's page as a tool sees it during one call. Once the agent has been answered, every wait here ends with
 * {@link io.cdpsupervisor.api.cdp.CallAbandonedException} and new commands are refused the same way, except inside
 * {@link #finishing}. Safe for any thread but the task's own loop.
 */
@ProviderType
public interface TaskCdp {

    /** What is known now; never blocks. */
    SupervisorSnapshot snapshot();

    /**
     * Sends a command and blocks until its reply.
     *
     * @throws io.cdpsupervisor.api.cdp.CdpException {@code cdp_error}, {@code timeout}, {@code session_gone},
     *     {@code frame_not_found}, {@code not_oopif}, {@code tab_gone}, {@code target_crashed},
     *     {@code page_unresponsive}, {@code disconnected}, {@code message_too_large}, {@code invalid_argument}
     */
    default CdpReply call(CdpRoute route, String method, Map<String, ?> params, Duration timeout) {
        return send(route, method, params, timeout).join();
    }

    /** Sends a command without waiting: several of them go out back to back. Errors come from {@code join}. */
    PendingReply send(CdpRoute route, String method, Map<String, ?> params, Duration timeout);

    /**
     * Blocks until the snapshot satisfies the condition, which is asked on the caller's thread after every change.
     *
     * @param what names the condition in the error
     * @throws io.cdpsupervisor.api.cdp.CdpTimeoutException not in time
     */
    SupervisorSnapshot await(String what, Predicate<SupervisorSnapshot> condition, Duration timeout);

    /**
     * Runs a step that has to be brought to its end even if the agent is answered in the middle of it, such as the
     * second half of a mouse click.
     */
    <T> T finishing(Supplier<T> step);

    /** A command on its way. */
    @ProviderType
    interface PendingReply {
        /** Blocks until the reply; throws like {@link TaskCdp#call}. */
        CdpReply join();
    }
}
