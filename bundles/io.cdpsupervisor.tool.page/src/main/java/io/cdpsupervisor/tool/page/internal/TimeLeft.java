package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.tool.ToolCall;
import java.time.Duration;

/** How long a step of a call may wait. Pure; safe for any thread. */
final class TimeLeft {

    /** Ends our own waits before the host's, so that the agent is told which step was slow. */
    private static final Duration RESERVE = Duration.ofMillis(200);

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private TimeLeft() {}

    static Duration of(ToolCall call) {
        Duration left = call.remaining().minus(RESERVE);
        return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    }

    static Duration atMost(Duration limit, ToolCall call) {
        Duration left = of(call);
        return left.compareTo(limit) < 0 ? left : limit;
    }
}
