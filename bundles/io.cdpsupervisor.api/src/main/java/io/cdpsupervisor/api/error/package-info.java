/**
 * What can go wrong between an agent and its browser: one unchecked tree, each error with a code of the outside
 * contract. Begin with {@link io.cdpsupervisor.api.error.BrowserException}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.api.error;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
