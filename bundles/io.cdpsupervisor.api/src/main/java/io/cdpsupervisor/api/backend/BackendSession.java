package io.cdpsupervisor.api.backend;

import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/** One task's use of a browser. Safe for any thread. */
@ConsumerType
public interface BackendSession extends AutoCloseable {

    /** Names the browser behind it: equal ids mean the same browser. Holds no secret. */
    String id();

    /**
     * Where to dial; asked again on every dial, since addresses rotate and a browser that died may be started again.
     * May block. Empty: this backend has no CDP.
     *
     * @throws io.cdpsupervisor.api.error.BrowserException the browser cannot be had any more
     */
    Optional<CdpEndpoint> cdpEndpoint();

    BackendCapabilities capabilities();

    /**
     * Whether the browser behind it runs, as far as can be seen without asking it; also after {@link #close}, where it
     * tells whether others keep it running. Never blocks.
     */
    boolean isAlive();

    /** Gives up the use. Idempotent; blocks at most about 10 s and never throws. */
    @Override
    void close();
}
