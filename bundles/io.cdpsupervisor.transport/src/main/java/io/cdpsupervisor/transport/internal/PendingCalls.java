package io.cdpsupervisor.transport.internal;

import io.cdpsupervisor.api.cdp.CdpReply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Commands without a reply, and a bounded memory of those that were given up. Confined to the loop. */
final class PendingCalls {

    /** Enough for every late reply that matters; a browser that owes us more has stopped answering. */
    private static final int REMEMBERED = 1_024;

    /** A command that waits. */
    record Call(String method, Optional<String> sessionId, CompletableFuture<CdpReply> future) {}

    private final Map<Long, Call> waiting = new LinkedHashMap<>();
    private final Map<Long, String> givenUp = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
            return size() > REMEMBERED;
        }
    };

    void add(long id, Call call) {
        waiting.put(id, call);
    }

    Optional<Call> take(long id) {
        return Optional.ofNullable(waiting.remove(id));
    }

    /** Forgets the waiter and remembers the method. Does nothing when the command does not wait any more. */
    void giveUp(long id) {
        take(id).ifPresent(call -> givenUp.put(id, call.method()));
    }

    Optional<String> takeGivenUp(long id) {
        return Optional.ofNullable(givenUp.remove(id));
    }

    /** Gives up what waits on a session, in the order it was sent. */
    List<Call> takeSession(String sessionId) {
        List<Call> taken = new ArrayList<>();
        for (Map.Entry<Long, Call> entry : List.copyOf(waiting.entrySet())) {
            if (entry.getValue().sessionId().filter(sessionId::equals).isPresent()) {
                taken.add(entry.getValue());
                giveUp(entry.getKey());
            }
        }
        return taken;
    }

    List<Call> takeAll() {
        List<Call> taken = List.copyOf(waiting.values());
        waiting.clear();
        givenUp.clear();
        return taken;
    }

    int size() {
        return waiting.size();
    }
}
