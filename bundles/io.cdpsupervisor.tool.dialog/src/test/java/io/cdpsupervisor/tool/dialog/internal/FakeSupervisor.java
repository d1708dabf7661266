package io.cdpsupervisor.tool.dialog.internal;

import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A supervisor that only answers dialogs: always the same outcome or refusal. Confined to its test. */
final class FakeSupervisor implements Supervisor {

    final List<DialogAnswer> answers = new ArrayList<>();
    final List<Duration> timeouts = new ArrayList<>();
    private final Supplier<DialogOutcome> outcome;

    FakeSupervisor(DialogOutcome outcome) {
        this.outcome = () -> outcome;
    }

    FakeSupervisor(BrowserException refusal) {
        this.outcome = () -> {
            throw refusal;
        };
    }

    @Override
    public DialogOutcome respondToDialog(DialogAnswer answer, Duration timeout) {
        answers.add(answer);
        timeouts.add(timeout);
        return outcome.get();
    }

    @Override
    public String taskId() {
        return "default";
    }

    @Override
    public SupervisorSnapshot snapshot() {
        throw new AssertionError("the dialog tool has no need of the snapshot");
    }

    @Override
    public void clearConsole() {}

    @Override
    public CallScope openScope() {
        throw new AssertionError("the dialog tool sends no commands");
    }

    @Override
    public Subscription onInterruption(Consumer<Interruption> listener) {
        throw new AssertionError("the dialog tool goes on whatever happens");
    }
}
