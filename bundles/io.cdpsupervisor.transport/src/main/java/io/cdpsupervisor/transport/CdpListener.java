package io.cdpsupervisor.transport;

import io.cdpsupervisor.api.cdp.CdpReply;
import java.util.Optional;

/** Hears a connection. Called on its loop, in wire order; must not block. */
public interface CdpListener {

    void onEvent(CdpEvent event);

    /**
     * A reply to a command that was given up.
     *
     * @param method of that command
     * @param reply empty when the browser answered with an error
     */
    default void onLateReply(String method, Optional<CdpReply> reply) {}

    /** The connection is over, and its waiters are about to be told: whoever is told must find it in the state. */
    default void onClosing() {}

    /**
     * The connection is over; called once, after every waiter was failed.
     *
     * @param reason redacted, for people
     */
    void onClosed(String reason);
}
