package io.cdpsupervisor.itests.sampleplugin;

import io.cdpsupervisor.api.cdp.BeforeSend;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets {@code Runtime.evaluate} pass and vetoes everything else. It runs on the task's loop, between the last event
 * and the wire, so it only looks and counts. Safe for any thread.
 */
final class EvaluateOnly implements BeforeSend {

    private final AtomicInteger checked = new AtomicInteger();

    @Override
    public void check(String method, Optional<String> sessionId, Map<String, ?> params) {
        if (!"Runtime.evaluate".equals(method)) {
            throw new IllegalArgumentException("The sample plug-in sends Runtime.evaluate only, not " + method + ".");
        }
        checked.incrementAndGet();
    }

    /** How many commands have passed. */
    int checked() {
        return checked.get();
    }
}
