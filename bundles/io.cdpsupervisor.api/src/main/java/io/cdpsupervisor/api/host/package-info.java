/**
 * The agent host's one door. Begin with {@link io.cdpsupervisor.api.host.BrowserHost}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.api.host;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
