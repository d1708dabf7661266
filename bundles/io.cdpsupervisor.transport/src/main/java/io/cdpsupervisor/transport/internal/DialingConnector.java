package io.cdpsupervisor.transport.internal;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpConnector;
import io.cdpsupervisor.transport.CdpListener;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Resolves, dials, shakes hands. Safe for any thread. */
public final class DialingConnector implements CdpConnector {

    private final EndpointResolver resolver;

    public DialingConnector() {
        this(new EndpointResolver());
    }

    DialingConnector(EndpointResolver resolver) {
        this.resolver = resolver;
    }

    @Override
    public EventLoop newLoop(String threadName) {
        return ThreadLoop.start(threadName);
    }

    @Override
    public CdpConnection connect(
            CdpEndpoint endpoint, EventLoop loop, CdpListener listener, Duration timeout, long maxMessageBytes) {
        if (loop.inLoop()) {
            throw new IllegalStateException("connect blocks, so it must not be called on a loop.");
        }
        Deadline deadline = Deadline.in(timeout);
        Dial dial = resolve(endpoint, deadline);
        WebSocketChannel channel = new WebSocketChannel(dial, TcpDialer.connect(dial, deadline), maxMessageBytes);
        JsonRpcConnection connection = new JsonRpcConnection(channel, loop, listener);
        channel.open(connection, deadline);
        return connection;
    }

    /**
     * On a thread of its own: neither a name server nor an HTTP peer that sends drop by drop keeps to a deadline. Such a
     * peer keeps that thread for as long as it drips, but not the caller.
     */
    private Dial resolve(CdpEndpoint endpoint, Deadline deadline) {
        FutureTask<Dial> task = new FutureTask<>(() -> resolver.resolve(endpoint, deadline));
        DaemonThreads.create("cdp-resolver", task).start();
        try {
            return task.get(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof CdpException known ? known : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw disconnected(endpoint, "no answer within " + timeoutOf(deadline));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw disconnected(endpoint, "the caller was interrupted");
        } finally {
            task.cancel(true);
        }
    }

    private static String timeoutOf(Deadline deadline) {
        return deadline.total().toMillis() + " ms";
    }

    private static CdpException disconnected(CdpEndpoint endpoint, String why) {
        return new CdpException(
                ErrorCode.DISCONNECTED,
                "No CDP endpoint at " + endpoint + ": " + why + ". Start the browser, or correct the address.");
    }
}
