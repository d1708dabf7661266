/**
 * The Chrome DevTools Protocol as a plug-in speaks it. Begin with {@link io.cdpsupervisor.api.cdp.CapturedCdp}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.api.cdp;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
