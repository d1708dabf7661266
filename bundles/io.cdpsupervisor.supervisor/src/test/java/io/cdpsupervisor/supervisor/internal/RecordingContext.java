package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.testkit.ManualLoop;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A task that keeps what its attachment tells it. */
final class RecordingContext implements AttachmentContext {

    final ManualLoop loop = new ManualLoop();
    final List<Interruption.Kind> interruptions = new ArrayList<>();
    final List<String> closed = new ArrayList<>();
    final List<String> events = new ArrayList<>();
    final Map<String, String> owners = new HashMap<>();
    final Deciders deciders = new Deciders();
    DialogSettings settings = new DialogSettings(DialogPolicy.MUST_RESPOND, Duration.ofSeconds(300));

    private final AtomicLong numbers = new AtomicLong();
    private final DialogLedger dialogs = new DialogLedger(numbers::incrementAndGet);
    private final ConsoleRing console = new ConsoleRing();

    @Override
    public String taskId() {
        return "t";
    }

    @Override
    public EventLoop loop() {
        return loop;
    }

    @Override
    public Instant now() {
        return Instant.EPOCH.plusNanos(loop.nanoTime());
    }

    @Override
    public DialogLedger dialogs() {
        return dialogs;
    }

    @Override
    public DialogSettings dialogSettings() {
        return settings;
    }

    @Override
    public ConsoleRing console() {
        return console;
    }

    @Override
    public Deciders deciders() {
        return deciders;
    }

    @Override
    public Optional<String> ownerOf(String targetId) {
        return Optional.ofNullable(owners.get(targetId));
    }

    @Override
    public void onLoop(Runnable step) {
        loop.execute(step);
    }

    @Override
    public boolean mayClosePage() {
        return true;
    }

    @Override
    public void changed() {}

    @Override
    public void changedOften() {}

    @Override
    public void dialogOpened(PendingDialog dialog) {
        events.add("opened " + dialog.id());
    }

    @Override
    public void dialogClosed(ClosedDialog over) {
        events.add("closed " + over.dialog().id() + " by " + over.closedBy().wire());
    }

    @Override
    public void interrupted(Interruption.Kind kind, Optional<PendingDialog> dialog, String message) {
        interruptions.add(kind);
    }

    @Override
    public void onClosed(Attachment attachment, String reason) {
        closed.add(reason);
    }
}
