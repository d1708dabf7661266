package io.cdpsupervisor.mcp.internal;

import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far one call is, told to an agent that asked for it: rising, and not after the answer. Safe for any thread.
 */
final class CallProgress {
    private static final Logger LOG = LoggerFactory.getLogger(CallProgress.class);

    private final Object token;
    private final Consumer<ProgressNotification> agent;
    private double last = -1;

    private CallProgress(Object token, Consumer<ProgressNotification> agent) {
        this.token = token;
        this.agent = agent;
    }

    /** Silent unless the request's {@code _meta} has a {@code progressToken}. */
    static CallProgress of(McpAsyncServerExchange exchange, Object meta) {
        Object token = meta instanceof Map<?, ?> fields ? fields.get("progressToken") : null;
        if (!(token instanceof String) && !(token instanceof Long)) {
            return new CallProgress("", progress -> {});
        }
        return new CallProgress(
                token,
                progress -> exchange.progressNotification(progress)
                        .subscribe(nothing -> {}, e -> LOG.debug("Progress could not be sent", e)));
    }

    /** The protocol wants rising values: what does not rise is left out. */
    synchronized void report(double fraction, String message) {
        if (fraction > last && fraction <= 1) {
            last = fraction;
            agent.accept(ProgressNotification.builder(token, fraction)
                    .total(1.0)
                    .message(message)
                    .build());
        }
    }

    synchronized void end() {
        last = Double.MAX_VALUE;
    }
}
