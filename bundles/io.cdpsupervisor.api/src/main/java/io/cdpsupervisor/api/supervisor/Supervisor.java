package io.cdpsupervisor.api.supervisor;

import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import java.time.Duration;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/** One task's browser under watch. Safe for any thread but the task's own loop. */
@ProviderType
public interface Supervisor {

    String taskId();

    /** What is known now: one volatile read, never blocks, answers while the page is frozen. */
    SupervisorSnapshot snapshot();

    /**
     * Answers a pending dialog and blocks until its end was seen.
     *
     * @throws io.cdpsupervisor.api.error.BrowserException {@code no_dialog}, {@code dialog_not_found},
     *     {@code dialog_already_closed}, {@code dialog_ambiguous}, {@code disconnected}, {@code timeout}
     */
    DialogOutcome respondToDialog(DialogAnswer answer, Duration timeout);

    /**
     * Empties the console ring and blocks until a snapshot shows it.
     *
     * @throws io.cdpsupervisor.api.error.BrowserException {@code disconnected}: the task's browser was let go
     */
    void clearConsole();

    /** Opens a group of calls that can be given up together; the caller closes it. */
    CallScope openScope();

    /**
     * Tells the listener of every event that may leave a waiting call without an answer. Called on a thread of the
     * supervisor, never the loop, one event at a time and in order; it should return soon.
     *
     * @return closes the subscription
     */
    Subscription onInterruption(Consumer<Interruption> listener);

    /** Ends a subscription. Idempotent. */
    @ProviderType
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
