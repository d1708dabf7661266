package io.cdpsupervisor.mcp.internal;

import java.util.Map;
import java.util.function.Consumer;

/**
 * How far one call is, told to an agent that asked for it: rising, and not after the answer. Safe for any thread.
 */
final class CallProgress {
    private final Object token;
    private final Consumer<Map<String, Object>> agent;
    private double last = -1;

    private CallProgress(Object token, Consumer<Map<String, Object>> agent) {
        this.token = token;
        this.agent = agent;
    }

    /** Silent unless the request's {@code _meta} has a {@code progressToken}. */
    static CallProgress of(Object meta, Consumer<Map<String, Object>> agent) {
        Object token = meta instanceof Map<?, ?> fields ? fields.get("progressToken") : null;
        return token instanceof String || token instanceof Long
                ? new CallProgress(token, agent)
                : new CallProgress("", progress -> {});
    }

    /** The protocol wants rising values: what does not rise is left out. */
    synchronized void report(double fraction, String message) {
        if (fraction > last && fraction <= 1) {
            last = fraction;
            agent.accept(Map.of("progressToken", token, "progress", fraction, "total", 1.0, "message", message));
        }
    }

    synchronized void end() {
        last = Double.MAX_VALUE;
    }
}
