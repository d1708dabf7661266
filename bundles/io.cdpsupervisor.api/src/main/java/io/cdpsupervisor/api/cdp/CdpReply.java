package io.cdpsupervisor.api.cdp;

import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** The browser's answer to one command. Immutable; safe for any thread. */
@ProviderType
public interface CdpReply {

    /** The command's number on its connection. */
    long id();

    /** The session it ran on; empty for the browser itself. */
    Optional<String> sessionId();

    /**
     * The {@code result} object, decoded at the first call and kept: unmodifiable, in wire order, JSON null as Java
     * null, integers as {@code Long} or {@code BigInteger}, other numbers as {@code Double}.
     */
    Map<String, Object> result();

    /** The {@code result} object as it came, undecoded. */
    String json();
}
