package io.cdpsupervisor.api.launcher;

import java.nio.file.Path;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Finds, starts, shares and ends Chromium processes of this machine. A browser on a profile folder is shared between
 * all processes that hold a lease on it; the last one that leaves ends a browser that this installation started. Safe
 * for any thread.
 */
@ProviderType
public interface BrowserLauncher {

    /**
     * A browser for the request: the running one on the same profile where that is safe, else a new one. Blocks until
     * its debugging endpoint answers.
     *
     * @throws io.cdpsupervisor.api.error.BrowserException {@code browser_not_found}, {@code launch_failed} or
     *     {@code profile_in_use}; nothing is left running
     */
    LaunchedBrowser launch(LaunchRequest request);

    /**
     * The executable that a launch would use now.
     *
     * @throws io.cdpsupervisor.api.error.BrowserException {@code browser_not_found}, with what was looked at
     */
    Path executable();
}
