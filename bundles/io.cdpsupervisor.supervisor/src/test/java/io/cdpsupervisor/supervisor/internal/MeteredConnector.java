package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpConnector;
import io.cdpsupervisor.transport.CdpConnectors;
import io.cdpsupervisor.transport.CdpListener;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The real connector, with a look at the newest of the loops and connections that it made. Safe for any thread. */
final class MeteredConnector implements CdpConnector {

    private final CdpConnector real = CdpConnectors.create();
    private volatile MeteredLoop loop;
    private volatile CdpConnection connection;

    @Override
    public EventLoop newLoop(String threadName) {
        loop = new MeteredLoop(real.newLoop(threadName));
        return loop;
    }

    @Override
    public CdpConnection connect(
            CdpEndpoint endpoint, EventLoop ofTask, CdpListener listener, Duration timeout, long maxMessageBytes) {
        connection = real.connect(endpoint, ofTask, listener, timeout, maxMessageBytes);
        return connection;
    }

    int timers() {
        return loop.timers.get();
    }

    int waitingCalls() {
        return onLoop(() -> connection.waiting());
    }

    /** Of something that is confined to the newest loop. */
    long count(Supplier<? extends Collection<?>> what) {
        return onLoop(() -> (long) what.get().size());
    }

    /** Asks something that is confined to the newest loop. */
    <T> T onLoop(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        loop.execute(() -> answer.complete(question.get()));
        return answer.orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static final class MeteredLoop implements EventLoop {
        private final EventLoop real;
        private final AtomicInteger timers = new AtomicInteger();

        MeteredLoop(EventLoop real) {
            this.real = real;
        }

        @Override
        public void execute(Runnable task) {
            real.execute(task);
        }

        @Override
        public Timer schedule(Duration delay, Runnable task) {
            AtomicBoolean over = new AtomicBoolean();
            Runnable count = () -> {
                if (over.compareAndSet(false, true)) {
                    timers.decrementAndGet();
                }
            };
            timers.incrementAndGet();
            Timer timer = real.schedule(delay, () -> {
                count.run();
                task.run();
            });
            return () -> {
                count.run();
                timer.cancel();
            };
        }

        @Override
        public boolean inLoop() {
            return real.inLoop();
        }

        @Override
        public long nanoTime() {
            return real.nanoTime();
        }

        @Override
        public void close() {
            real.close();
            timers.set(0);
        }
    }
}
