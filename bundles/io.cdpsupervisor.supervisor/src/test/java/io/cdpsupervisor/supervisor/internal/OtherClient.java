package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpConnector;
import io.cdpsupervisor.transport.CdpConnectors;
import io.cdpsupervisor.transport.CdpEvent;
import io.cdpsupervisor.transport.CdpListener;
import io.cdpsupervisor.transport.EventLoop;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/** Somebody else on the same browser: neither knows of the other. Safe for any thread. */
final class OtherClient implements CdpListener, AutoCloseable {

    private static final CdpConnector CONNECTOR = CdpConnectors.create();

    private final List<CdpEvent> events = new CopyOnWriteArrayList<>();
    private final EventLoop loop = CONNECTOR.newLoop("other-client");
    private final CdpConnection connection;

    OtherClient(Chromium chromium) {
        connection = CONNECTOR.connect(new CdpEndpoint(chromium.wsUrl()), loop, this, TestPage.LONG, 100L << 20);
    }

    /** Opens a tab and returns its target id. */
    String tab(String url) {
        return Params.text(
                call(Optional.empty(), "Target.createTarget", Map.of("url", url))
                        .result(),
                "targetId");
    }

    /** A session on a target with {@code Page} enabled. */
    Optional<String> watch(String targetId) {
        CdpReply reply = call(Optional.empty(), "Target.attachToTarget", Map.of("targetId", targetId, "flatten", true));
        Optional<String> session = Optional.of(Params.text(reply.result(), "sessionId"));
        call(session, "Page.enable", Map.of());
        return session;
    }

    CdpReply call(Optional<String> session, String method, Map<String, ?> params) {
        return send(session, method, params)
                .orTimeout(TestPage.LONG.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    CompletableFuture<CdpReply> send(Optional<String> session, String method, Map<String, ?> params) {
        return CompletableFuture.supplyAsync(() -> connection.send(session, method, params), loop)
                .thenCompose(Function.identity());
    }

    /** The targets of the browser, as their JSON. */
    String targets() {
        return call(Optional.empty(), "Target.getTargets", Map.of()).json();
    }

    /** What it has heard of this so far. */
    List<Map<String, Object>> heard(String method) {
        return events.stream()
                .filter(e -> e.method().equals(method))
                .map(CdpEvent::params)
                .toList();
    }

    /** Waits until it has heard such an event. */
    void await(String method, Predicate<Map<String, Object>> wanted) {
        Await.until(method, () -> heard(method).stream().anyMatch(wanted));
    }

    @Override
    public void onEvent(CdpEvent event) {
        events.add(event);
    }

    @Override
    public void onClosed(String reason) {
        // its calls fail of themselves
    }

    @Override
    public void close() {
        connection.close();
        loop.close();
    }
}
