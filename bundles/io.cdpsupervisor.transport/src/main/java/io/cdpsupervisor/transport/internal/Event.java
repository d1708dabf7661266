package io.cdpsupervisor.transport.internal;

import io.cdpsupervisor.transport.CdpEvent;
import java.util.Map;
import java.util.Optional;

/** An event, decoded when somebody asks. Immutable to its users; safe for any thread. */
final class Event implements CdpEvent {
    private final String method;
    private final Optional<String> sessionId;
    private final String json;
    private volatile Map<String, Object> params;

    Event(String method, Optional<String> sessionId, String json) {
        this.method = method;
        this.sessionId = sessionId;
        this.json = json;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public Optional<String> sessionId() {
        return sessionId;
    }

    @Override
    public Map<String, Object> params() {
        Map<String, Object> decoded = params;
        if (decoded == null) {
            decoded = Json.decode(json);
            params = decoded;
        }
        return decoded;
    }
}
