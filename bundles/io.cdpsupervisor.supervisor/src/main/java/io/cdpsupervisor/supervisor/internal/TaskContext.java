package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.supervisor.EventTopics;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * What one task has over all its connections: its loop, dialogs, console, and the snapshot that others read. Confined
 * to the loop, but for what says otherwise.
 */
final class TaskContext implements AttachmentContext {

    private final String taskId;
    private final SupervisorSpec spec;
    private final Shared shared;
    private final EventLoop loop;
    private final DialogLedger dialogs;
    private final ConsoleRing console = new ConsoleRing();
    private final Publisher publisher;
    private final TaskConnection connection;
    private final SnapshotBoard board;
    private boolean publishQueued;

    /**
     * A task that is not connected.
     *
     * @param onEnded called when the loop is closed
     */
    TaskContext(String taskId, SupervisorSpec spec, Shared shared, LongSupplier dialogNumbers, Runnable onEnded) {
        this.taskId = taskId;
        this.spec = spec;
        this.shared = shared;
        this.dialogs = new DialogLedger(dialogNumbers);
        this.loop = shared.connector().newLoop("cdp-task-" + taskId);
        this.publisher = new Publisher(taskId, shared.events());
        this.connection = new TaskConnection(this, spec, shared.connector(), onEnded);
        this.board = new SnapshotBoard(freeze(0));
    }

    // -- for any thread

    @Override
    public String taskId() {
        return taskId;
    }

    @Override
    public EventLoop loop() {
        return loop;
    }

    SnapshotBoard board() {
        return board;
    }

    Publisher publisher() {
        return publisher;
    }

    @Override
    public void onLoop(Runnable step) {
        onLoopOr(step, () -> {});
    }

    /** Queues a step; the other is run here and now when the loop is closed. */
    void onLoopOr(Runnable step, Runnable otherwise) {
        try {
            loop.execute(step);
        } catch (RejectedExecutionException e) {
            otherwise.run();
        }
    }

    // -- on the loop

    TaskConnection connection() {
        return connection;
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

    /** A page is attached, for the first time or again. */
    void onAttached() {
        publisher.post(EventTopics.CONNECTION_ATTACHED, Map.of());
    }

    void onLost() {
        publisher.post(EventTopics.CONNECTION_LOST, Map.of());
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
