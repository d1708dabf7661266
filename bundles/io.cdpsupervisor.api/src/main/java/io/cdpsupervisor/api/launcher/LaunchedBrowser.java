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

    /** Whether the process that this lease is about still runs. Never blocks. */
    boolean isAlive();

    /** Gives the lease back; the last lease of an owned browser ends it. Idempotent; blocks at most about 8 s. */
    @Override
    void close();
}
