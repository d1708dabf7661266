/**
 * Fakes and helpers for tests of plug-ins and of this product: a loop run by hand, a connection without a socket, a
 * scripted CDP server, a real Chromium. Begin with {@link io.cdpsupervisor.testkit.FakeBrowser}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.testkit;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
