/**
 * What an agent can call. Begin with {@link io.cdpsupervisor.api.tool.BrowserTool}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.api.tool;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
