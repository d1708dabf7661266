package io.cdpsupervisor.transport.internal;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the traffic to the log at TRACE, without parameters or results. Safe for any thread. */
final class WireLog {
    private static final Logger LOG = LoggerFactory.getLogger("io.cdpsupervisor.transport.wire");

    private WireLog() {}

    static void command(long id, Optional<String> sessionId, String method) {
        if (LOG.isTraceEnabled()) {
            LOG.trace("=> #{} {}{}", id, at(sessionId), method);
        }
    }

    static void reply(long id) {
        LOG.trace("<= #{}", id);
    }

    static void event(Optional<String> sessionId, String method) {
        if (LOG.isTraceEnabled()) {
            LOG.trace("<- {}{}", at(sessionId), method);
        }
    }

    private static String at(Optional<String> sessionId) {
        return sessionId.map(id -> "@" + id + " ").orElse("");
    }
}
