package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.cdp.CallAbandonedException;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import io.cdpsupervisor.api.dialog.DialogType;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.supervisor.PageInfo;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A supervisor whose page freezes when the test says so; its calls are never answered. */
final class FakeSupervisor implements Supervisor {

    private final String taskId;
    private final List<Consumer<Interruption>> listeners = new CopyOnWriteArrayList<>();
    private final List<PendingDialog> pending = new CopyOnWriteArrayList<>();

    private Optional<PendingDialog> stuck = Optional.empty();

    FakeSupervisor(String taskId) {
        this.taskId = taskId;
    }

    /** Publishes first and tells then, like the real one. */
    void opensDialog(String id) {
        PendingDialog dialog =
                new PendingDialog(id, DialogType.CONFIRM, "Sure?", "", Instant.ofEpochSecond(1), "TOP", "S", true);
        pending.add(dialog);
        interrupt(new Interruption(Interruption.Kind.DIALOG, Optional.of(dialog), "a dialog"));
    }

    /** A dialog that survived a lost connection. */
    void isStuckIn(String id) {
        opensDialog(id);
        stuck = Optional.of(pending.remove(0).unanswerable());
    }

    void interrupt(Interruption interruption) {
        listeners.forEach(l -> l.accept(interruption));
    }

    int listeners() {
        return listeners.size();
    }

    @Override
    public String taskId() {
        return taskId;
    }

    @Override
    public SupervisorSnapshot snapshot() {
        PageState state = pending.isEmpty() ? PageState.OK : PageState.BLOCKED_BY_DIALOG;
        PageInfo page = new PageInfo(
                state,
                "TOP",
                "S",
                "http://a.test/",
                true,
                List.of("L"),
                List.of(),
                pending.stream().findFirst().or(() -> stuck),
                false);
        FrameInfo top = new FrameInfo(
                "TOP", Optional.empty(), "http://a.test/", "http://a.test", Optional.empty(), false, Optional.empty());
        return new SupervisorSnapshot(
                1,
                taskId,
                SupervisorState.ATTACHED,
                page,
                new ArrayList<>(pending),
                List.of(),
                List.of(top),
                List.of(),
                List.of());
    }

    @Override
    public DialogOutcome respondToDialog(DialogAnswer answer, Duration timeout) {
        return new DialogOutcome(pending.remove(0), Optional.empty());
    }

    @Override
    public void clearConsole() {}

    @Override
    public CallScope openScope() {
        return new FrozenScope(this);
    }

    @Override
    public Subscription onInterruption(Consumer<Interruption> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Every call waits until it is given up. */
    private static final class FrozenScope implements CallScope {

        private final FakeSupervisor supervisor;
        private final CompletableFuture<Void> end = new CompletableFuture<>();

        FrozenScope(FakeSupervisor supervisor) {
            this.supervisor = supervisor;
        }

        @Override
        public SupervisorSnapshot snapshot() {
            return supervisor.snapshot();
        }

        @Override
        public PendingReply send(CdpRoute route, String method, Map<String, ?> params, Duration timeout) {
            return () -> {
                try {
                    end.join();
                } catch (CompletionException e) {
                    throw (CallAbandonedException) e.getCause();
                }
                throw new AssertionError("a frozen page answers nothing");
            };
        }

        @Override
        public SupervisorSnapshot await(String what, Predicate<SupervisorSnapshot> condition, Duration timeout) {
            return snapshot();
        }

        @Override
        public <T> T finishing(Supplier<T> step) {
            return step.get();
        }

        @Override
        public void abandon(ErrorCode code, String message) {
            end.completeExceptionally(new CallAbandonedException(code, message));
        }

        @Override
        public void close() {
            abandon(ErrorCode.INTERNAL, "over");
        }
    }
}
