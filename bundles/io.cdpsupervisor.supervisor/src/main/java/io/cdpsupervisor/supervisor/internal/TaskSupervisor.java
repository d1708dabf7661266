package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.redact.Redactor;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.EventTopics;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.supervisor.PageInfo;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One task's supervisor, as other threads see it: its state has a single writer, the task's loop, and readers get an
 * immutable snapshot through one volatile reference. Safe for any thread but the loop.
 */
final class TaskSupervisor implements Supervisor {

    private static final Logger LOG = LoggerFactory.getLogger(TaskSupervisor.class);

    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LOOP_TIMEOUT = Duration.ofSeconds(5);

    private final SupervisorSpec spec;
    private final Consumer<TaskSupervisor> onEnded;
    private final TaskContext context;
    private final Set<CompletableFuture<?>> outstanding = ConcurrentHashMap.newKeySet();

    TaskSupervisor(
            String taskId,
            SupervisorSpec spec,
            Shared shared,
            LongSupplier dialogNumbers,
            Consumer<TaskSupervisor> onEnded) {
        this.spec = spec;
        this.onEnded = onEnded;
        this.context = new TaskContext(taskId, spec, shared, dialogNumbers, this::onEnded);
    }

    SupervisorSpec spec() {
        return spec;
    }

    // -- life

    /**
     * Dials and blocks until the page is attached; on failure nothing is left.
     *
     * @throws BrowserException why not
     */
    void start() {
        context.loop().execute(connection()::start);
        try {
            waitFor(
                    connection().ready(),
                    spec.startTimeout(),
                    () -> new CdpException(
                            ErrorCode.DISCONNECTED,
                            "The browser did not get ready within " + ScopedCall.seconds(spec.startTimeout())
                                    + ". Check that its address is right and try again."));
        } catch (BrowserException e) {
            stop();
            throw e;
        }
    }

    /** Cuts a pause between two dials short and blocks until the page is attached again. */
    void reconnect(Duration timeout) {
        context.onLoop(connection()::dialNow);
        try (CallScope scope = openScope()) {
            scope.await(
                    "The connection to the browser",
                    s -> s.state() == SupervisorState.ATTACHED || s.state() == SupervisorState.ENDED,
                    timeout);
        }
    }

    /**
     * Leaves in order: pending dialogs are dismissed, our pages closed, the connection closed. Blocks at most about
     * 5 s; idempotent.
     */
    void stop() {
        refuseOnLoop();
        if (!isAlive()) {
            abandon();
            return;
        }
        context.onLoop(connection()::leave);
        try {
            connection().over().get(LEAVE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("Task {} could not leave its browser in order: its loop is held up", taskId());
            abandon();
        }
    }

    /** Whether its loop takes steps. */
    boolean isAlive() {
        boolean[] closed = {false};
        context.onLoopOr(() -> {}, () -> closed[0] = true);
        return !closed[0];
    }

    /** The end of one whose loop cannot bring it itself. */
    private void abandon() {
        if (!connection().over().isDone()) {
            connection().closeSocket();
            context.loop().close();
            onEnded();
        }
    }

    /** Called by the connection, or by a stop that could not wait for it, when the loop is closed. */
    void onEnded() {
        context.publisher().post(EventTopics.CONNECTION_ENDED, Map.of());
        // What was queued on the loop in its last moment is never run.
        outstanding.forEach(outcome -> outcome.completeExceptionally(TaskConnection.ended()));
        context.publisher().close();
        onEnded.accept(this);
    }

    /** Queues a step that will bring the outcome; the end of this supervisor brings it as well. */
    void submit(Runnable step, CompletableFuture<?> outcome) {
        outstanding.add(outcome);
        outcome.whenComplete((result, error) -> outstanding.remove(outcome));
        context.onLoopOr(step, () -> outcome.completeExceptionally(TaskConnection.ended()));
    }

    // -- for tools

    @Override
    public String taskId() {
        return context.taskId();
    }

    @Override
    public SupervisorSnapshot snapshot() {
        return context.board().get();
    }

    @Override
    public void clearConsole() {
        refuseOnLoop();
        CompletableFuture<Void> cleared = new CompletableFuture<>();
        submit(
                () -> {
                    context.console().clear();
                    context.changed();
                    cleared.complete(null);
                },
                cleared);
        waitFor(
                cleared,
                LOOP_TIMEOUT,
                () -> new BrowserException(
                        ErrorCode.TIMEOUT, "The console could not be emptied: the task is held up. Try again."));
    }

    @Override
    public CallScope openScope() {
        return new TaskCallScope(this);
    }

    @Override
    public DialogOutcome respondToDialog(DialogAnswer answer, Duration timeout) {
        refuseOnLoop();
        CompletableFuture<DialogOutcome> outcome = new CompletableFuture<>();
        submit(() -> answer(answer, outcome), outcome);
        return waitFor(
                outcome,
                timeout,
                () -> new BrowserException(
                        ErrorCode.TIMEOUT,
                        "The browser did not confirm the answer within " + ScopedCall.seconds(timeout)
                                + ". Look at browser_snapshot before answering again."));
    }

    @Override
    public Subscription onInterruption(Consumer<Interruption> listener) {
        return context.publisher().subscribe(listener);
    }

    void refuseOnLoop() {
        if (context.loop().inLoop()) {
            throw new IllegalStateException("This would block the loop of task " + taskId()
                    + ", which is to bring the answer; call it from a thread of your own.");
        }
    }

    /** Whether a target is this task's page or one of its popups. */
    boolean owns(String targetId) {
        PageInfo page = snapshot().page();
        return page.targetId().equals(targetId)
                || page.popups().stream().anyMatch(popup -> popup.targetId().equals(targetId));
    }

    TaskContext context() {
        return context;
    }

    /** Confined to the loop, but for what it says of itself. */
    TaskConnection connection() {
        return context.connection();
    }

    private void answer(DialogAnswer answer, CompletableFuture<DialogOutcome> outcome) {
        try {
            connection().attached().dialogs().answer(answer).whenComplete((done, error) -> {
                if (error == null) {
                    outcome.complete(done);
                } else {
                    outcome.completeExceptionally(CallRouter.unwrap(error));
                }
            });
        } catch (BrowserException e) {
            outcome.completeExceptionally(e);
        }
    }

    private static <T> T waitFor(CompletableFuture<T> future, Duration timeout, Supplier<BrowserException> late) {
        try {
            return future.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw late.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrowserException(ErrorCode.TIMEOUT, "The wait for the browser was interrupted.");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof BrowserException b
                    ? b
                    : new BrowserException(
                            ErrorCode.INTERNAL,
                            "An unexpected failure: " + Redactor.text(String.valueOf(e.getCause())));
        }
    }
}
