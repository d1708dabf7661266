package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.EventTopics;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.supervisor.PageInfo;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One task's supervisor, as other threads see it: its state has a single writer, the task's loop, and readers get an
 * immutable snapshot through one volatile reference. Safe for any thread but the loop, except for what it offers to
 * its attachment.
 */
final class TaskSupervisor implements Supervisor, AttachmentContext {

    private static final Logger LOG = LoggerFactory.getLogger(TaskSupervisor.class);

    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LOOP_TIMEOUT = Duration.ofSeconds(5);

    private final String taskId;
    private final SupervisorSpec spec;
    private final Shared shared;
    private final Consumer<TaskSupervisor> onEnded;
    private final EventLoop loop;
    private final DialogLedger dialogs;
    private final ConsoleRing console = new ConsoleRing();
    private final Publisher publisher;
    private final TaskConnection connection;
    private final SnapshotBoard board;
    private final Set<CompletableFuture<?>> outstanding = ConcurrentHashMap.newKeySet();
    /** Confined to the loop. */
    private boolean publishQueued;

    TaskSupervisor(
            String taskId,
            SupervisorSpec spec,
            Shared shared,
            LongSupplier dialogNumbers,
            Consumer<TaskSupervisor> onEnded) {
        this.taskId = taskId;
        this.spec = spec;
        this.shared = shared;
        this.onEnded = onEnded;
        this.dialogs = new DialogLedger(dialogNumbers);
        this.loop = shared.connector().newLoop("cdp-task-" + taskId);
        this.publisher = new Publisher(taskId, shared.events());
        this.connection = new TaskConnection(this, spec, shared.connector());
        this.board = new SnapshotBoard(freeze(0));
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
        loop.execute(connection::start);
        try {
            waitFor(
                    connection.ready(),
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
        onLoop(connection::dialNow);
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
        onLoop(connection::leave);
        try {
            connection.over().get(LEAVE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("Task {} could not leave its browser in order: its loop is held up", taskId);
            connection.closeSocket();
            loop.close();
            onEnded();
        }
    }

    /** Called by the connection, or by a stop that could not wait for it, when the loop is closed. */
    void onEnded() {
        publisher.post(EventTopics.CONNECTION_ENDED, Map.of());
        // What was queued on the loop in its last moment is never run.
        outstanding.forEach(outcome -> outcome.completeExceptionally(TaskConnection.ended()));
        publisher.close();
        onEnded.accept(this);
    }

    void onLoopOr(Runnable step, Runnable otherwise) {
        try {
            loop.execute(step);
        } catch (RejectedExecutionException e) {
            otherwise.run();
        }
    }

    /** Queues a step that will bring the outcome; the end of this supervisor brings it as well. */
    void submit(Runnable step, CompletableFuture<?> outcome) {
        outstanding.add(outcome);
        outcome.whenComplete((result, error) -> outstanding.remove(outcome));
        onLoopOr(step, () -> outcome.completeExceptionally(TaskConnection.ended()));
    }

    // -- for tools

    @Override
    public String taskId() {
        return taskId;
    }

    @Override
    public SupervisorSnapshot snapshot() {
        return board.get();
    }

    @Override
    public void clearConsole() {
        refuseOnLoop();
        CompletableFuture<Void> cleared = new CompletableFuture<>();
        submit(
                () -> {
                    console.clear();
                    changed();
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
        return publisher.subscribe(listener);
    }

    void refuseOnLoop() {
        if (loop.inLoop()) {
            throw new IllegalStateException("This would block the loop of task " + taskId
                    + ", which is to bring the answer; call it from a thread of your own.");
        }
    }

    /** Whether a target is this task's page or one of its popups. */
    boolean owns(String targetId) {
        PageInfo page = snapshot().page();
        return page.targetId().equals(targetId)
                || page.popups().stream().anyMatch(popup -> popup.targetId().equals(targetId));
    }

    SnapshotBoard board() {
        return board;
    }

    /** A page is attached, for the first time or again. */
    void onAttached() {
        publisher.post(EventTopics.CONNECTION_ATTACHED, Map.of());
    }

    void onLost() {
        publisher.post(EventTopics.CONNECTION_LOST, Map.of());
    }

    /** Confined to the loop. */
    TaskConnection connection() {
        return connection;
    }

    private void answer(DialogAnswer answer, CompletableFuture<DialogOutcome> outcome) {
        try {
            connection.attached().dialogs().answer(answer).whenComplete((done, error) -> {
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
                    : new BrowserException(ErrorCode.INTERNAL, "An unexpected failure: " + e.getCause(), e.getCause());
        }
    }

    // -- for the attachment, on the loop

    @Override
    public EventLoop loop() {
        return loop;
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public DialogLedger dialogs() {
        return dialogs;
    }

    @Override
    public DialogSettings dialogSettings() {
        DialogSettings configured = shared.settings().get();
        return new DialogSettings(
                spec.policy().orElse(configured.policy()), spec.dialogTimeout().orElse(configured.timeout()));
    }

    @Override
    public ConsoleRing console() {
        return console;
    }

    @Override
    public Deciders deciders() {
        return shared.deciders();
    }

    @Override
    public Optional<String> ownerOf(String targetId) {
        return shared.owners().ownerOf(spec.endpointId(), targetId, taskId);
    }

    @Override
    public void onLoop(Runnable step) {
        onLoopOr(step, () -> {});
    }

    @Override
    public boolean mayClosePage() {
        return spec.ours();
    }

    @Override
    public void changed() {
        board.put(freeze(board.get().revision() + 1));
    }

    @Override
    public void changedOften() {
        if (!publishQueued) {
            publishQueued = true;
            onLoop(() -> {
                publishQueued = false;
                changed();
            });
        }
    }

    @Override
    public void dialogOpened(PendingDialog dialog) {
        publisher.opened(dialog);
    }

    @Override
    public void dialogClosed(ClosedDialog closed) {
        publisher.closed(closed);
    }

    @Override
    public void interrupted(Interruption.Kind kind, Optional<PendingDialog> dialog, String message) {
        publisher.publish(new Interruption(kind, dialog, message));
    }

    @Override
    public void onClosed(Attachment closed, String reason) {
        connection.onClosed(closed, reason);
    }

    private SupervisorSnapshot freeze(long revision) {
        return SnapshotBuilder.build(
                revision,
                taskId,
                connection.state(),
                connection.attachment(),
                connection.pageTarget(),
                dialogs,
                console);
    }
}
