/**
 * One task's browser under watch: what is known of its page, and ways to act on it. Begin with
 * {@link io.cdpsupervisor.api.supervisor.SupervisorRegistry}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.api.supervisor;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
