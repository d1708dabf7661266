package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogOutcome;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.dialog.DialogType;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.transport.CdpEvent;
import io.cdpsupervisor.transport.EventLoop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the dialogs of one attachment: deciders, policy, watchdog, answers. What it knows of a dialog is in the ledger; its
 * timers die with it. Confined to the loop.
 */
final class DialogDesk {

    private static final Logger LOG = LoggerFactory.getLogger(DialogDesk.class);

    private static final int NO_DIALOG_IS_SHOWING = -32602;

    private final AttachmentContext context;
    private final CommandSender sender;
    private final Deliberation deliberation;
    private final Map<String, EventLoop.Timer> watchdogs = new HashMap<>();

    DialogDesk(AttachmentContext context, CommandSender sender, Function<String, Optional<FrameInfo>> frames) {
        this.context = context;
        this.sender = sender;
        this.deliberation = new Deliberation(context, frames);
    }

    void onOpening(CdpEvent event) {
        String sessionId = event.sessionId().orElse("");
        Optional<DialogLedger.Entry> opened = context.dialogs().onOpening(sessionId, event.params(), context.now());
        if (opened.isEmpty()) {
            LOG.warn("Task {}: too many dialogs are open; one more is dismissed unseen", context.taskId());
            sender.send(
                    Optional.of(sessionId),
                    NativeDialogProtocol.HANDLE,
                    NativeDialogProtocol.answer(false, Optional.empty(), false, ""));
            return;
        }
        DialogLedger.Entry entry = opened.get();
        context.dialogOpened(entry.dialog());
        if (context.deciders().isEmpty()) {
            byPolicy(entry);
        } else {
            // As long as it is decided, it counts as answered at once: nothing that waits is told of it.
            context.dialogs().claim(entry, ClosedBy.AUTO_POLICY);
            deliberation.begin(entry, answer -> onDecided(entry, answer));
        }
        context.changed();
    }

    private void onDecided(DialogLedger.Entry entry, Optional<DialogAnswer> answer) {
        if (answer.isPresent()) {
            answerAtOnce(entry, answer.get().accept(), answer.get().promptText());
        } else {
            context.dialogs().release(entry);
            byPolicy(entry);
        }
        context.changed();
    }

    private void byPolicy(DialogLedger.Entry entry) {
        DialogSettings settings = context.dialogSettings();
        if (settings.policy() == DialogPolicy.MUST_RESPOND) {
            waitForAnswer(entry, settings);
        } else {
            context.dialogs().claim(entry, ClosedBy.AUTO_POLICY);
            answerAtOnce(entry, settings.policy() == DialogPolicy.AUTO_ACCEPT, Optional.empty());
        }
    }

    private void answerAtOnce(DialogLedger.Entry entry, boolean accept, Optional<String> promptText) {
        send(entry, accept, promptText).whenComplete((reply, error) -> {
            // On a drop or a crash the dialog is over as well, and nobody has to answer it.
            if (!(CallRouter.unwrap(error) instanceof CdpErrorException)) {
                return;
            }
            if (!context.dialogs().isOpen(entry)) {
                disown(entry);
            } else {
                LOG.warn(
                        "Task {}: {} could not be answered at once: {}",
                        context.taskId(),
                        entry.dialog().id(),
                        error.getMessage());
                onRefused(entry, error);
                waitForAnswer(entry, context.dialogSettings());
            }
        });
    }

    /** The answer did not get through: the dialog is anybody's again, or, where the browser knows of none, nobody's. */
    private void onRefused(DialogLedger.Entry entry, Throwable error) {
        if (CallRouter.unwrap(error) instanceof CdpErrorException e && e.errorCode() == NO_DIALOG_IS_SHOWING) {
            context.dialogs().markUnanswerable(entry);
        } else {
            context.dialogs().release(entry);
        }
        context.changed();
    }

    void onClosed(CdpEvent event) {
        String sessionId = event.sessionId().orElse("");
        context.dialogs()
                .onClosed(sessionId, Params.text(event.params(), "frameId"), context.now())
                .ifPresent(this::closed);
        // A second dialog of the same tab makes Chromium cancel the first, and takes no answer itself.
        context.dialogs().openEntries().stream()
                .filter(e -> e.dialog().sessionId().equals(sessionId))
                .forEach(context.dialogs()::markUnanswerable);
        context.changed();
    }

    /** The frame's document is gone: so is a dialog of it that could not be answered, and no event says so. */
    void onDocumentGone(String frameId) {
        closeAll(d -> !d.answerable() && d.frameId().equals(frameId));
    }

    /** The frame's process is gone, but not its dialog: the browser goes on showing it to nobody. */
    void onFrameCrashed(String frameId) {
        context.dialogs().openEntries().stream()
                .filter(e -> e.dialog().frameId().equals(frameId))
                .forEach(this::dismiss);
    }

    /**
     * Dismisses what frames of a page have open, as far as that can be done.
     *
     * @return false when the browser goes on showing a dialog that it takes no answer to
     */
    boolean dismissFrames(WatchedPage page) {
        Predicate<PendingDialog> ofFrame = d -> !d.frameId().equals(page.targetId());
        List<DialogLedger.Entry> open = context.dialogs().openEntries().stream()
                .filter(e -> e.dialog().sessionId().equals(page.sessionId()))
                .filter(e -> ofFrame.test(e.dialog()))
                .toList();
        open.stream().filter(e -> e.dialog().answerable()).forEach(this::dismiss);
        return open.stream().allMatch(e -> e.dialog().answerable())
                && context.dialogs().lost().filter(ofFrame).isEmpty();
    }

    boolean anyOpen() {
        return !context.dialogs().openEntries().isEmpty();
    }

    /** Whether a dialog of this frame is open, as far as the browser has said. */
    boolean isOpenIn(String frameId) {
        return Stream.concat(
                        context.dialogs().openEntries().stream().map(DialogLedger.Entry::dialog),
                        context.dialogs().lost().stream())
                .anyMatch(d -> d.frameId().equals(frameId));
    }

    /** The session is gone, and its dialogs with it. */
    void onSessionGone(String sessionId) {
        closeAll(d -> d.sessionId().equals(sessionId));
    }

    /**
     * The connection is gone: Chromium never reports its dialogs again, and goes on showing them.
     *
     * @param pageSession the session of the task's page
     */
    void onConnectionGone(String pageSession) {
        context.dialogs().openEntries().stream()
                .map(DialogLedger.Entry::dialog)
                .filter(d -> d.sessionId().equals(pageSession))
                .reduce((first, last) -> last)
                .ifPresent(context.dialogs()::lose);
        closeAll(d -> true);
    }

    /** Answers for the agent; completes once the dialog's end was seen. */
    CompletableFuture<DialogOutcome> answer(DialogAnswer answer) {
        DialogLedger.Entry entry = context.dialogs().claimFor(answer);
        PendingDialog dialog = entry.dialog();
        return send(entry, answer.accept(), answer.promptText()).handle((reply, error) -> {
            if (error == null) {
                // The closing event came first; where it does not come, the answer's success is the signal.
                if (context.dialogs().isOpen(entry)) {
                    closed(context.dialogs().close(entry, context.now()));
                }
                return new DialogOutcome(
                        dialog,
                        dialog.type() == DialogType.BEFOREUNLOAD
                                ? Optional.of(answer.accept() ? "continued" : "refused")
                                : Optional.empty());
            }
            throw failure(entry, error);
        });
    }

    /** Dismisses everything that is open, so that no page stays frozen behind us. */
    void dismissAll() {
        context.dialogs().openEntries().forEach(this::dismiss);
    }

    private void dismiss(DialogLedger.Entry entry) {
        context.dialogs().release(entry);
        send(entry, false, Optional.empty());
    }

    private void waitForAnswer(DialogLedger.Entry entry, DialogSettings settings) {
        PendingDialog dialog = entry.dialog();
        context.changed();
        context.interrupted(
                Interruption.Kind.DIALOG,
                Optional.of(dialog),
                dialog.type().wire() + " dialog " + dialog.id() + " opened");
        watch(entry, settings);
    }

    private void watch(DialogLedger.Entry entry, DialogSettings settings) {
        watchdogs.put(
                entry.dialog().id(), context.loop().schedule(settings.timeout(), () -> onWatchdog(entry, settings)));
    }

    private void onWatchdog(DialogLedger.Entry entry, DialogSettings settings) {
        // An answer that is under way, or this one, may be refused: as long as it is open, somebody looks after it.
        watch(entry, settings);
        if (context.dialogs().claim(entry, ClosedBy.WATCHDOG)) {
            LOG.warn(
                    "Task {}: nobody answered {} ({}) within {}; it is dismissed",
                    context.taskId(),
                    entry.dialog().id(),
                    entry.dialog().type().wire(),
                    ScopedCall.seconds(settings.timeout()));
            send(entry, false, Optional.empty()).whenComplete((reply, error) -> {
                if (error != null && context.dialogs().isOpen(entry)) {
                    onRefused(entry, error);
                } else if (CallRouter.unwrap(error) instanceof CdpErrorException) {
                    disown(entry);
                }
            });
        }
    }

    private CompletableFuture<CdpReply> send(DialogLedger.Entry entry, boolean accept, Optional<String> promptText) {
        PendingDialog dialog = entry.dialog();
        return sender.send(
                Optional.of(dialog.sessionId()),
                NativeDialogProtocol.HANDLE,
                NativeDialogProtocol.answer(
                        accept, promptText, dialog.type() == DialogType.PROMPT, entry.rawDefaultPrompt()));
    }

    private BrowserException failure(DialogLedger.Entry entry, Throwable error) {
        String id = entry.dialog().id();
        if (!context.dialogs().isOpen(entry)) {
            disown(entry);
            return new BrowserException(
                    ErrorCode.DIALOG_ALREADY_CLOSED,
                    "Dialog " + id + " was closed by somebody else before the answer arrived."
                            + " Look at recent_dialogs in browser_snapshot.",
                    Map.of("closed_by", ClosedBy.REMOTE.wire()));
        }
        onRefused(entry, error);
        if (!entry.dialog().answerable()) {
            return DialogLedger.unanswerable(entry.dialog());
        }
        Throwable cause = CallRouter.unwrap(error);
        if (cause instanceof CdpException e) {
            return new BrowserException(
                    e.code(),
                    "Dialog " + id + " could not be answered: " + e.getMessage()
                            + " browser_navigate with force:true leaves the page.",
                    e.details());
        }
        return new BrowserException(ErrorCode.INTERNAL, "Dialog " + id + " could not be answered: " + cause, cause);
    }

    private void disown(DialogLedger.Entry entry) {
        context.dialogs().disown(entry.dialog().id());
        context.changed();
    }

    private void closeAll(Predicate<PendingDialog> condition) {
        context.dialogs().openEntries().stream()
                .filter(e -> condition.test(e.dialog()))
                .forEach(e -> closed(context.dialogs().close(e, context.now())));
    }

    private void closed(ClosedDialog closed) {
        deliberation.cancel(closed.dialog().id());
        EventLoop.Timer watchdog = watchdogs.remove(closed.dialog().id());
        if (watchdog != null) {
            watchdog.cancel();
        }
        context.dialogClosed(closed);
        context.changed();
    }
}
