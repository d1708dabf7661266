package io.cdpsupervisor.testkit;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpConnector;
import io.cdpsupervisor.transport.CdpConnectors;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A real connection with its loop, for tests that look at it from outside. Safe for any thread. */
final class Client implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(20);
    static final long LIMIT = 100L << 20;

    private static final CdpConnector CONNECTOR = CdpConnectors.create();

    final Ear ear = new Ear();
    final EventLoop loop = CONNECTOR.newLoop("test-loop");
    final CdpConnection connection;

    Client(CdpEndpoint endpoint) {
        this(endpoint, PATIENCE, LIMIT);
    }

    Client(CdpEndpoint endpoint, Duration timeout, long limit) {
        try {
            connection = CONNECTOR.connect(endpoint, loop, ear, timeout, limit);
        } catch (RuntimeException e) {
            loop.close();
            throw e;
        }
    }

    <T> T onLoop(Supplier<T> step) {
        return CompletableFuture.supplyAsync(step, loop).join();
    }

    CompletableFuture<CdpReply> send(String method, Map<String, ?> params) {
        return send(Optional.empty(), method, params);
    }

    CompletableFuture<CdpReply> send(Optional<String> session, String method, Map<String, ?> params) {
        return onLoop(() -> connection.send(session, method, params));
    }

    CdpReply call(String method, Map<String, ?> params) {
        return call(Optional.empty(), method, params);
    }

    CdpReply call(Optional<String> session, String method, Map<String, ?> params) {
        return send(session, method, params)
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** What a dial that must fail failed with. */
    static CdpException refusal(CdpEndpoint endpoint, Duration timeout) {
        try (Client client = new Client(endpoint, timeout, LIMIT)) {
            throw new AssertionError("It connected: " + client.connection);
        } catch (CdpException e) {
            return e;
        }
    }

    /** What a command that must fail failed with. */
    static CdpException failure(CompletableFuture<?> future) {
        try {
            future.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof CdpException cdp) {
                return cdp;
            }
            throw new AssertionError("It failed in another way", e);
        }
        throw new AssertionError("It did not fail.");
    }

    @Override
    public void close() {
        connection.close();
        loop.close();
    }
}
