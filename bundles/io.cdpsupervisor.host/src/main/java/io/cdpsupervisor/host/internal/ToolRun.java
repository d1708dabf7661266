package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolCall;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call, raced: the agent is answered by whichever comes first of the tool's result, a dialog, a crash, a closed tab,
 * a lost connection, the deadline and a cancellation. What the tool still waits for then ends. Safe for any thread.
 */
final class ToolRun implements ToolCall {

    static final String TASK_ID = "task_id";

    private static final Logger LOG = LoggerFactory.getLogger(ToolRun.class);

    private final String taskId;
    private final ToolShelf.Offer offer;
    private final Map<String, Object> arguments;
    private final long deadline;
    private final BiConsumer<Double, String> progress;
    private final TaskTable tasks;
    private final CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    private final boolean startsUnderDialog;

    private final Consumer<Runnable> soon;

    /** Under the monitor. */
    private boolean started;

    private volatile boolean relaunched;
    private volatile CallScope scope;
    private volatile Supervisor.Subscription subscription;

    ToolRun(
            String taskId,
            ToolShelf.Offer offer,
            Map<String, Object> arguments,
            Duration timeout,
            BiConsumer<Double, String> progress,
            TaskTable tasks,
            Consumer<Runnable> soon) {
        this.taskId = taskId;
        this.offer = offer;
        this.arguments = arguments;
        this.deadline = System.nanoTime() + timeout.toNanos();
        this.progress = progress;
        this.tasks = tasks;
        this.soon = soon;
        this.startsUnderDialog = offer.tool().runsDuringDialog(arguments);
    }

    BrowserTool tool() {
        return offer.tool();
    }

    String name() {
        return offer.definition().name();
    }

    private OnDialog onDialog() {
        return offer.definition().onDialog();
    }

    /** Whether the browser had died and was started again for this call. */
    boolean relaunched() {
        return relaunched;
    }

    /** The agent's answer, without the state that rides along. */
    CompletableFuture<ToolResult> answer() {
        return answer;
    }

    /** Runs the tool on the caller's thread; returns when the tool does. */
    void run() {
        try {
            supervisor().ifPresent(this::watch);
            begin().ifPresent(open -> end(blocked(open)));
            if (!answer.isDone()) {
                end(offer.tool().call(this));
            }
        } catch (BrowserException e) {
            end(ToolResult.failure(e));
        } catch (Throwable e) {
            end(bug(e));
        } finally {
            unwatch();
        }
    }

    /**
     * The dialog that keeps this call from starting. Listened first, looked at second, and in one step with the start: a
     * dialog that opens in between is seen by the look, because a snapshot is published before its interruption.
     */
    private synchronized Optional<PendingDialog> begin() {
        Optional<PendingDialog> open = keptBy();
        started = open.isEmpty();
        return open;
    }

    /** Answers the agent, unless it has been answered; the tool's waits end. */
    void end(ToolResult result) {
        if (answer.complete(result)) {
            abandon(ErrorCode.INTERNAL, name() + " has been answered.");
        }
    }

    void fail(ErrorCode code, String error) {
        end(ToolResult.failure(code, error));
    }

    /** The agent does not want the answer any more. */
    void abandon(ErrorCode code, String message) {
        CallScope current = scope;
        if (current != null) {
            current.abandon(code, message);
        }
    }

    // -- for the tool

    @Override
    public String taskId() {
        return taskId;
    }

    @Override
    public Map<String, Object> arguments() {
        return arguments;
    }

    @Override
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    @Override
    public boolean cancelled() {
        return answer.isDone();
    }

    @Override
    public void progress(double fraction, String message) {
        if (!answer.isDone()) {
            progress.accept(fraction, message);
        }
    }

    @Override
    public Optional<Supervisor> supervisor() {
        return tasks.supervisor(taskId);
    }

    @Override
    public TaskCdp cdp() {
        CallScope current = scope;
        if (current == null) {
            throw new BrowserException(
                    ErrorCode.NO_SUPERVISOR, "Task " + taskId + " has no browser yet. Call browser_navigate first.");
        }
        return current;
    }

    @Override
    public TaskCdp open(String url) {
        // Another supervisor may take over: the end of the old one is not this call's.
        unwatch();
        TaskTable.Opening opening = tasks.open(taskId, url);
        relaunched = opening.relaunched();
        watch(opening.supervisor());
        keptBy().ifPresent(open -> end(blocked(open)));
        return cdp();
    }

    @Override
    public void checkUrl(String url) {
        tasks.checkUrl(taskId, url);
    }

    @Override
    public Map<String, Object> close() {
        unwatch();
        return tasks.close(taskId);
    }

    // -- the race

    private void watch(Supervisor supervisor) {
        scope = supervisor.openScope();
        if (onDialog() != OnDialog.GO_ON) {
            subscription = supervisor.onInterruption(this::onInterruption);
        }
        if (answer.isDone()) {
            abandon(ErrorCode.INTERNAL, name() + " has been answered.");
        }
    }

    private void unwatch() {
        if (subscription != null) {
            subscription.close();
            subscription = null;
        }
        if (scope != null) {
            scope.close();
            scope = null;
        }
    }

    private synchronized void onInterruption(Interruption interruption) {
        if (!started) {
            return;
        }
        switch (interruption.kind()) {
            case DIALOG -> interruption.dialog().ifPresent(this::onDialogOpened);
            case CRASHED -> fail(ErrorCode.TARGET_CRASHED, interruption.message());
            case TAB_GONE -> fail(ErrorCode.TAB_GONE, interruption.message());
            case DISCONNECTED -> fail(ErrorCode.DISCONNECTED, interruption.message());
        }
    }

    private void onDialogOpened(PendingDialog dialog) {
        if (onDialog() == OnDialog.SUCCEED) {
            end(ToolResult.okWithState(Map.of("blocked_by_dialog", dialog.toJson())));
        } else if (startsUnderDialog) {
            soon.accept(() -> end(blocked(dialog)));
        } else {
            end(blocked(dialog));
        }
    }

    private Optional<PendingDialog> keptBy() {
        return startsUnderDialog
                ? Optional.empty()
                : supervisor().flatMap(s -> s.snapshot().page().blockedBy());
    }

    private ToolResult blocked(PendingDialog dialog) {
        String wayOut = dialog.answerable()
                ? "Call browser_dialog {\"action\":\"accept\",\"dialog_id\":\"" + dialog.id()
                        + "\"} (or \"dismiss\"), then go on."
                : "The browser takes no answer to it any more: leave the page with browser_navigate and force:true.";
        return ToolResult.failure(
                ErrorCode.BLOCKED_BY_DIALOG.wire(),
                "A " + dialog.type().wire() + " dialog is open, so " + name() + " was not brought to an end. " + wayOut,
                Map.of("blocked_by_dialog", dialog.toJson()));
    }

    private ToolResult bug(Throwable error) {
        String reference = UUID.randomUUID().toString().substring(0, 8);
        LOG.error("{} of task {} failed unexpectedly [{}]", name(), taskId, reference, error);
        return ToolResult.failure(
                ErrorCode.INTERNAL,
                name() + " failed unexpectedly; the log has it under " + reference
                        + ". Take a browser_snapshot and go on.");
    }
}
