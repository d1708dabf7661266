/**
 * A CDP connection: JSON-RPC with flat sessions over one WebSocket. For our own bundles. Begin with
 * {@link io.cdpsupervisor.transport.CdpConnector}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.transport;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
