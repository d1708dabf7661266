/**
 * The keys an operator can set, with their types, defaults and environment variables. Begin with
 * {@link io.cdpsupervisor.api.settings.Setting}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.api.settings;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
