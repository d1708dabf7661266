package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.transport.CdpConnector;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the supervisors of this process have in common. Immutable; what it holds is safe for any thread.
 *
 * @param settings as configured at the moment of asking
 */
record Shared(
        CdpConnector connector,
        Supplier<DialogSettings> settings,
        Deciders deciders,
        Publisher.EventSink events,
        TargetOwners owners) {

    /** Knows which task a page belongs to. */
    interface TargetOwners {
        /** The other task of this process that has this page or popup of the browser; never blocks. */
        Optional<String> ownerOf(String endpointId, String targetId, String exceptTask);
    }
}
