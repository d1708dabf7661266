package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import java.time.Duration;
import java.util.function.Consumer;

/** A supervisor that can have its console emptied, and is asked for nothing else. Confined to its test. */
record FakeSupervisor(Runnable onClear) implements Supervisor {

    @Override
    public String taskId() {
        return "default";
    }

    @Override
    public SupervisorSnapshot snapshot() {
        throw notAsked();
    }

    @Override
    public DialogOutcome respondToDialog(DialogAnswer answer, Duration timeout) {
        throw notAsked();
    }

    @Override
    public void clearConsole() {
        onClear.run();
    }

    @Override
    public CallScope openScope() {
        throw notAsked();
    }

    @Override
    public Subscription onInterruption(Consumer<Interruption> listener) {
        throw notAsked();
    }

    private static AssertionError notAsked() {
        return new AssertionError("the page tools go through cdp()");
    }
}
