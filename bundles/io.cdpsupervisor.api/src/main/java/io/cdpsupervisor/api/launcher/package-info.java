/**
 * Local Chromium processes, shared between tasks and host processes by leases. Begin with
 * {@link io.cdpsupervisor.api.launcher.BrowserLauncher}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.api.launcher;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
