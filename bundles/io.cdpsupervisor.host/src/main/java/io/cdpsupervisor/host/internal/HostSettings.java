package io.cdpsupervisor.host.internal;

import java.time.Duration;

/**
 * What an operator has set for the host. Immutable.
 *
 * @param commandTimeout deadline of calls that have no argument of their own for it
 * @param allowPrivateUrls whether browsers that others own may open private addresses
 * @param maxMessageBytes largest message taken from a browser
 */
record HostSettings(Duration commandTimeout, boolean allowPrivateUrls, long maxMessageBytes) {}
