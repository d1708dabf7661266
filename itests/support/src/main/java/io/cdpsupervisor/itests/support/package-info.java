/**
 * Tests inside a running Felix. Begin with {@link io.cdpsupervisor.itests.support.InFelix}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.itests.support;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
