package io.cdpsupervisor.testkit;

import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.transport.CdpEvent;
import io.cdpsupervisor.transport.CdpListener;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps what it hears. Safe for any thread. */
final class Ear implements CdpListener {
    final List<CdpEvent> events = new CopyOnWriteArrayList<>();
    final List<String> late = new CopyOnWriteArrayList<>();
    final List<String> closed = new CopyOnWriteArrayList<>();

    @Override
    public void onEvent(CdpEvent event) {
        events.add(event);
    }

    @Override
    public void onLateReply(String method, Optional<CdpReply> reply) {
        late.add(method + " " + reply.map(CdpReply::json).orElse("error"));
    }

    @Override
    public void onClosed(String reason) {
        closed.add(reason);
    }

    List<String> methods() {
        return events.stream().map(CdpEvent::method).toList();
    }
}
