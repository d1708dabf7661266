/**
 * Where a browser comes from. Begin with {@link io.cdpsupervisor.api.backend.BrowserBackend}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.api.backend;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
