package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.FakeBrowser;
import io.cdpsupervisor.testkit.ManualLoop;
import io.cdpsupervisor.testkit.RecordedLog;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpConnector;
import io.cdpsupervisor.transport.CdpConnectors;
import io.cdpsupervisor.transport.CdpListener;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;

/**
 * Task {@code t} in front of a fake browser, with real sockets, but on loops that the test runs by hand: a pause of ten
 * seconds takes no time. Confined to the test, but for what the product's own threads use.
 */
final class HandDriven implements AutoCloseable {

    static final long LIMIT = 1 << 20;

    /** Longer than an attachment has to live to count as a success. */
    static final Duration LONG_ENOUGH = Duration.ofSeconds(6);

    private static final DialogSettings USUAL = new DialogSettings(DialogPolicy.MUST_RESPOND, Duration.ofSeconds(300));

    final FakeBrowser browser = FakeBrowser.start();
    final List<CdpEndpoint> dialled = new CopyOnWriteArrayList<>();
    final Supervisors supervisors = new Supervisors(new Connector(), () -> USUAL);
    /** Asked on every dial. */
    volatile Supplier<CdpEndpoint> endpoint = browser::endpoint;
    /** What a dial waits for after it has connected. */
    volatile CompletableFuture<?> gate = CompletableFuture.completedFuture(null);

    private final RecordedLog log = RecordedLog.of("io.cdpsupervisor");
    private final List<ManualLoop> loops = new CopyOnWriteArrayList<>();

    private final class Connector implements CdpConnector {
        private final CdpConnector real = CdpConnectors.create();

        @Override
        public EventLoop newLoop(String threadName) {
            ManualLoop loop = new ManualLoop();
            loops.add(loop);
            return loop;
        }

        @Override
        public CdpConnection connect(
                CdpEndpoint address, EventLoop loop, CdpListener listener, Duration timeout, long maxMessageBytes) {
            dialled.add(address);
            CdpConnection opened = real.connect(address, loop, listener, timeout, maxMessageBytes);
            gate.join();
            return opened;
        }
    }

    /** An address at which nobody listens. */
    static CdpEndpoint nobody() {
        return new CdpEndpoint("ws://127.0.0.1:1/devtools/browser/x");
    }

    SupervisorSpec spec() {
        return new SupervisorSpec(
                "browser",
                () -> endpoint.get(),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(20),
                LIMIT,
                true);
    }

    /** The task's supervisor, attached. */
    TaskSupervisor start() {
        return result(starting());
    }

    /** The same, after a while. */
    TaskSupervisor startForLong() {
        TaskSupervisor task = start();
        advance(LONG_ENOUGH);
        return task;
    }

    CompletableFuture<TaskSupervisor> starting() {
        return away(() -> (TaskSupervisor) supervisors.getOrStart("t", spec()));
    }

    /** Runs what blocks on a thread of its own. */
    <T> CompletableFuture<T> away(Supplier<T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(call.get());
                    } catch (RuntimeException | Error e) {
                        result.completeExceptionally(e);
                    }
                },
                "caller");
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    CompletableFuture<Void> stopping() {
        return away(() -> {
            supervisors.stop("t");
            return null;
        });
    }

    /** Runs the loops until the outcome is there, whatever it is. */
    <T> CompletableFuture<T> end(CompletableFuture<T> outcome) {
        await("the outcome", outcome::isDone);
        return outcome;
    }

    <T> T result(CompletableFuture<T> outcome) {
        return end(outcome).join();
    }

    /** What a call failed with that has to fail. */
    BrowserException failure(CompletableFuture<?> outcome) {
        try {
            end(outcome).join();
        } catch (CompletionException e) {
            return (BrowserException) e.getCause();
        }
        throw new AssertionError("It did not fail.");
    }

    /** Runs the loops, with their clocks standing still, until the condition is true. */
    void await(String what, BooleanSupplier condition) {
        Await.until(what, () -> {
            loops.forEach(ManualLoop::runAll);
            return condition.getAsBoolean();
        });
    }

    void await(TaskSupervisor task, SupervisorState state) {
        await("the task is " + state, () -> task.snapshot().state() == state);
    }

    void advance(Duration time) {
        loops.forEach(loop -> loop.advance(time));
    }

    /** The browser ends the connection, and the task knows. */
    void drop(TaskSupervisor task) {
        long before = task.snapshot().revision();
        browser.drop();
        await(
                "the loss is known",
                () -> task.snapshot().revision() > before && task.snapshot().state() != SupervisorState.ATTACHED);
    }

    /**
     * Lets the pause before the next dial pass, and not more.
     *
     * @return how long it was
     */
    Duration untilNextDial() {
        Duration step = Duration.ofMillis(250);
        int before = dialled.size();
        Duration passed = Duration.ZERO;
        while (!dialling() && dialled.size() == before && passed.compareTo(Duration.ofMinutes(1)) < 0) {
            advance(step);
            passed = passed.plus(step);
        }
        Await.until("the next dial", () -> dialled.size() > before);
        return passed;
    }

    /** Lets dial after dial fail until the task ends; returns the pauses before them. */
    List<Duration> pausesToTheEnd(TaskSupervisor task) {
        List<Duration> pauses = new ArrayList<>();
        while (task.snapshot().state() != SupervisorState.ENDED && pauses.size() < 20) {
            long before = task.snapshot().revision();
            pauses.add(untilNextDial());
            await("its failure", () -> task.snapshot().revision() > before);
        }
        return pauses;
    }

    private static boolean dialling() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("cdp-dial-t"));
    }

    /** Everything that was logged, in one text. */
    String logged() {
        return String.join("\n", log.texts(Level.ALL));
    }

    List<String> warnings() {
        return log.texts(Level.WARNING);
    }

    /** No timer and no task is left on any loop. */
    boolean isQuiet() {
        return loops.stream().allMatch(loop -> loop.isClosed() && loop.timers() == 0);
    }

    @Override
    public void close() {
        gate.complete(null);
        end(away(() -> {
            supervisors.stopAll();
            return null;
        }));
        browser.close();
        log.close();
    }
}
