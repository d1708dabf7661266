package io.cdpsupervisor.transport.internal;

import io.cdpsupervisor.api.cdp.CdpReply;
import java.util.Map;
import java.util.Optional;

/** A reply, decoded when somebody asks. Immutable to its users; safe for any thread. */
final class Reply implements CdpReply {
    private final long id;
    private final Optional<String> sessionId;
    private final String json;
    private volatile Map<String, Object> result;

    Reply(long id, Optional<String> sessionId, String json) {
        this.id = id;
        this.sessionId = sessionId;
        this.json = json;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public Optional<String> sessionId() {
        return sessionId;
    }

    @Override
    public Map<String, Object> result() {
        Map<String, Object> decoded = result;
        if (decoded == null) {
            decoded = Json.decode(json);
            result = decoded;
        }
        return decoded;
    }

    @Override
    public String json() {
        return json;
    }
}
