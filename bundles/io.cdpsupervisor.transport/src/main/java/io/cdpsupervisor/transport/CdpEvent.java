package io.cdpsupervisor.transport;

import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** An event as it came in. Immutable. */
@ProviderType
public interface CdpEvent {

    String method();

    /** Empty for events of the browser itself. */
    Optional<String> sessionId();

    /** Decoded at the first call, in the value types of {@link io.cdpsupervisor.api.cdp.CdpReply#result()}. */
    Map<String, Object> params();
}
