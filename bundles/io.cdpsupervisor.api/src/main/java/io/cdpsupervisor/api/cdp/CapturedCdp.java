package io.cdpsupervisor.api.cdp;

import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One task's live connection, pinned: the handle belongs to the attachment it was captured from and never follows a
 * reconnect. Handed out by {@code SupervisorRegistry.capture} and released when the capturing bundle stops, at the
 * latest. Safe for any thread but the task's own loop.
 */
@ProviderType
public interface CapturedCdp extends AutoCloseable {

    String taskId();

    /**
     * The capturing bundle's own session on the page that was the task's default when it captured. What is enabled
     * there is the bundle's alone; closing the handle detaches it, which undoes all of it.
     */
    String pageSessionId();

    /** False for ever once the attachment has ended or the handle was closed. Never blocks. */
    boolean isValid();

    /**
     * Sends one command and blocks the caller until its reply.
     *
     * @param method protocol method, such as {@code Runtime.evaluate}
     * @param params parameters as JSON-shaped values (maps, lists, strings, numbers, booleans, null); copied before
     *     the call returns, at admission at the latest
     * @param options session, time limit and admission hook
     * @return the reply
     * @throws CdpErrorException the browser answered with an error; the handle stays valid
     * @throws CdpTimeoutException no reply in time; {@link CdpTimeoutException#sent()} tells whether the command left
     * @throws CapturedCdpInvalidException the attachment ended before the reply, or the handle is closed
     * @throws IllegalStateException called on the task's loop, for instance from inside a {@link BeforeSend}
     */
    CdpReply call(String method, Map<String, ?> params, CallOptions options);

    /** Detaches this handle's page session; later calls throw {@link CapturedCdpInvalidException}. Idempotent. */
    @Override
    void close();
}
