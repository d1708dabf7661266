package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogDecider;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.redact.Redactor;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Puts the dialogs of one attachment before the deciders, for a limited time. Confined to the loop. */
final class Deliberation {

    static final Duration LIMIT = Duration.ofMillis(100);

    private final AttachmentContext context;
    private final Function<String, Optional<FrameInfo>> frames;
    /** The time limits of the dialogs that are being decided. */
    private final Map<String, EventLoop.Timer> limits = new HashMap<>();

    Deliberation(AttachmentContext context, Function<String, Optional<FrameInfo>> frames) {
        this.context = context;
        this.frames = frames;
    }

    /** Brings the decision to {@code then}, empty when there is none in time; never when the dialog ends before. */
    void begin(DialogLedger.Entry entry, Consumer<Optional<DialogAnswer>> then) {
        PendingDialog dialog = entry.dialog();
        String frameUrl = frames.apply(dialog.frameId()).map(FrameInfo::url).orElse("");
        Deciders.Asked asked = context.deciders()
                .ask(
                        new DialogDecider.Question(context.taskId(), dialog, Redactor.text(frameUrl)),
                        answer -> context.onLoop(() -> end(dialog.id(), answer, then)));
        limits.put(dialog.id(), context.loop().schedule(LIMIT, () -> {
            asked.giveUp();
            end(dialog.id(), Optional.empty(), then);
        }));
    }

    /** The dialog is over. */
    void cancel(String dialogId) {
        EventLoop.Timer limit = limits.remove(dialogId);
        if (limit != null) {
            limit.cancel();
        }
    }

    private void end(String dialogId, Optional<DialogAnswer> answer, Consumer<Optional<DialogAnswer>> then) {
        if (limits.containsKey(dialogId)) {
            cancel(dialogId);
            then.accept(answer);
        } // else it is decided or over already
    }
}
