package io.cdpsupervisor.api.launcher;

import java.nio.file.Path;
import org.osgi.annotation.versioning.ProviderType;

/** One use of a browser: a lease. Safe for any thread. */
@ProviderType
public interface LaunchedBrowser extends AutoCloseable {

    /** {@code http://127.0.0.1:PORT}; the port is never the same by design. */
    String httpUrl();

    Path userDataDir();

    long pid();

    /** Whether this installation started it, so that its last holder ends it. */
    boolean owned();

    /** Whether its profile is deleted at the end. */
    boolean ephemeral();

    /**
     * Whether the browser that this lease is about still runs; asked after {@link #close} it tells whether that ended
     * it. Blocks for half a second at most, and only for somebody else's browser whose process cannot be seen.
     */
    boolean isAlive();

    /**
     * Gives the lease back; the last lease of an owned browser ends it. Idempotent; blocks for about 9 s at most, for
     * about 4 s while the framework stops, and as long again while somebody else starts or ends a browser there.
     */
    @Override
    void close();
}
