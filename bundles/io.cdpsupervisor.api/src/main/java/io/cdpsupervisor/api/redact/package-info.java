/**
 * The one place where secrets are taken out of what leaves the process. Begin with
 * {@link io.cdpsupervisor.api.redact.Redactor}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.api.redact;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
