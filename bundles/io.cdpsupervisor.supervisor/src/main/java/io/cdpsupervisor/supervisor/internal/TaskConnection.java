package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.redact.Redactor;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpConnector;
import io.cdpsupervisor.transport.EventLoop;
import io.cdpsupervisor.transport.NotListeningException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task's way to its browser over the time: connecting → attached → reconnecting → ended, one attachment after the
 * other. Confined to the loop.
 */
final class TaskConnection {

    private static final Logger LOG = LoggerFactory.getLogger(TaskConnection.class);

    private static final Duration DIAL_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ATTACH_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    /** An attachment that lived shorter than this is a failure, or a flapping endpoint would be dialled for ever. */
    private static final Duration STABLE = Duration.ofSeconds(5);

    private static final int MAX_FAILURES = 5;

    private final TaskContext task;
    private final SupervisorSpec spec;
    private final CdpConnector connector;
    private final Runnable onEnded;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    private SupervisorState state = SupervisorState.CONNECTING;
    private Attachment attachment;
    private Optional<String> pageTarget = Optional.empty();
    private EventLoop.Timer nextDial;
    private int failures;
    private Duration pause = FIRST_PAUSE;
    private long startedAt;
    private long attachedAt;
    private CompletableFuture<?> attaching = CompletableFuture.completedFuture(null);
    /** The last one that was opened; closing it is safe for any thread. */
    private volatile CdpConnection socket;

    TaskConnection(TaskContext task, SupervisorSpec spec, CdpConnector connector, Runnable onEnded) {
        this.task = task;
        this.spec = spec;
        this.connector = connector;
        this.onEnded = onEnded;
    }

    /** The first attachment, or why there is none. Safe for any thread. */
    CompletableFuture<Void> ready() {
        return ready;
    }

    /** The end. Safe for any thread. */
    CompletableFuture<Void> over() {
        return over;
    }

    SupervisorState state() {
        return state;
    }

    Optional<Attachment> attachment() {
        return Optional.ofNullable(attachment);
    }

    Optional<String> pageTarget() {
        return pageTarget;
    }

    /**
     * The present attachment.
     *
     * @throws CdpException {@code disconnected}
     */
    Attachment attached() {
        if (state == SupervisorState.ENDED) {
            throw ended();
        }
        if (state != SupervisorState.ATTACHED) {
            throw new CdpException(
                    ErrorCode.DISCONNECTED,
                    "The connection to the browser is down and being restored. browser_navigate connects again.");
        }
        return attachment;
    }

    static CdpException ended() {
        return new CdpException(
                ErrorCode.DISCONNECTED, "The task's browser was let go. browser_navigate opens one again.");
    }

    /** The first dial of all. */
    void start() {
        startedAt = task.loop().nanoTime();
        dial();
    }

    /** How long a first dial that is refused is tried again: until the waiting caller is about to give up. */
    private long startTime() {
        return spec.startTimeout().minus(FIRST_PAUSE.multipliedBy(2)).toNanos();
    }

    private void dial() {
        nextDial = null;
        if (state == SupervisorState.ENDED) {
            return;
        }
        Attachment next = new Attachment(task);
        // A thread of its own: asking for the endpoint and the handshake both block.
        DaemonThreads.create("cdp-dial-" + task.taskId(), () -> dialOn(next)).start();
    }

    /** Somebody waits: the pause is cut short. */
    void dialNow() {
        if (nextDial != null) {
            nextDial.cancel();
            dial();
        }
    }

    /** On the dialling thread. */
    private void dialOn(Attachment next) {
        try {
            CdpEndpoint endpoint = spec.endpoint().get();
            CdpConnection opened = connector.connect(endpoint, task.loop(), next, DIAL_TIMEOUT, spec.maxMessageBytes());
            task.onLoopOr(() -> attach(next, opened), opened::close);
        } catch (RuntimeException | Error e) {
            // An Error too: the endpoint is asked of a backend, whose bundle may be gone.
            task.onLoop(() -> onFailure(e));
        }
    }

    private void attach(Attachment next, CdpConnection opened) {
        if (state == SupervisorState.ENDED) {
            opened.close();
            return;
        }
        attachment = next;
        socket = opened;
        EventLoop.Timer limit = task.loop().schedule(ATTACH_TIMEOUT, opened::close);
        attaching = next.attach(opened, pageTarget);
        attaching.whenComplete((r, error) -> {
            limit.cancel();
            if (error == null) {
                onAttached(next);
            } else if (opened.isOpen() && attachment == next) {
                // A connection that closed under the attach says so itself.
                attachment = null;
                opened.close();
                onFailure(error);
            }
        });
    }

    private void onAttached(Attachment next) {
        if (state == SupervisorState.ENDED) {
            return; // the last reply was on the loop already when the connection was closed
        }
        state = SupervisorState.ATTACHED;
        attachedAt = task.loop().nanoTime();
        pageTarget = next.pages().own().map(WatchedPage::targetId);
        task.changed();
        task.onAttached();
        ready.complete(null);
    }

    void onClosed(Attachment closed, String reason) {
        if (closed != attachment) {
            return; // given up before
        }
        if (state == SupervisorState.ENDED) {
            finish();
            return;
        }
        attachment = null;
        String why = reason.endsWith(".") ? reason : reason + ".";
        String message = "The connection to the browser was lost: " + why + " browser_navigate connects again.";
        if (state == SupervisorState.ATTACHED) {
            if (task.loop().nanoTime() - attachedAt >= STABLE.toNanos()) {
                failures = 0;
                pause = FIRST_PAUSE;
            }
            task.interrupted(Interruption.Kind.DISCONNECTED, Optional.empty(), message);
            task.onLost();
        }
        onFailure(new CdpException(ErrorCode.DISCONNECTED, message));
    }

    private void onFailure(Throwable error) {
        if (state == SupervisorState.ENDED) {
            return;
        }
        Throwable cause = CallRouter.unwrap(error);
        if (!ready.isDone()) {
            if (cause instanceof NotListeningException && task.loop().nanoTime() - startedAt < startTime()) {
                // Perhaps the browser is only just starting.
                nextDial = task.loop().schedule(FIRST_PAUSE, this::dial);
            } else {
                ready.completeExceptionally(cause); // whoever started us stops us
            }
            return;
        }
        state = SupervisorState.RECONNECTING;
        task.changed();
        if (++failures >= MAX_FAILURES) {
            LOG.warn("Task {} gives its browser up after {} failures: {}", task.taskId(), failures, why(cause));
            end();
            return;
        }
        LOG.debug("Task {}: {} Next try in {}.", task.taskId(), why(cause), pause);
        nextDial = task.loop().schedule(pause, this::dial);
        Duration longer = pause.multipliedBy(2);
        pause = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
    }

    /** A backend's own exceptions may hold its address. */
    private static String why(Throwable cause) {
        return Redactor.text(String.valueOf(cause.getMessage()));
    }

    /** Closes the socket for somebody who cannot wait for the loop. Safe for any thread. */
    void closeSocket() {
        CdpConnection last = socket;
        if (last != null) {
            last.close();
        }
    }

    /** Leaves the browser in order and ends. */
    void leave() {
        if (state == SupervisorState.ENDED) {
            return;
        }
        if (attachment == null || !attachment.isOpen()) {
            end();
            return;
        }
        task.loop().schedule(LEAVE_TIMEOUT, this::end);
        // An attach on its way may be making a page, which is to be closed as well.
        Attachment leaving = attachment;
        attaching.handle((r, e) -> leaving.leave()).thenCompose(left -> left).whenComplete((r, e) -> end());
    }

    private void end() {
        if (state == SupervisorState.ENDED) {
            return;
        }
        if (state == SupervisorState.ATTACHED) {
            task.interrupted(Interruption.Kind.DISCONNECTED, Optional.empty(), ended().getMessage());
        }
        state = SupervisorState.ENDED;
        ready.completeExceptionally(ended());
        if (attachment == null) {
            finish();
            return;
        }
        attachment.dialogs().onConnectionGone("");
        task.changed();
        // The loop lives until the connection has failed its waiters and said that it is closed.
        task.loop().schedule(CLOSE_TIMEOUT, this::finish);
        attachment.close();
    }

    private void finish() {
        attachment = null;
        task.changed();
        task.loop().close();
        onEnded.run();
        over.complete(null);
    }
}
