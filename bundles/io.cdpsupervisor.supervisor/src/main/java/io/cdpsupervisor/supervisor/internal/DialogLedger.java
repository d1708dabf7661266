package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogType;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.redact.Redactor;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The one owner of a task's dialogs. Each is open until exactly one of three things happens: its closing signal comes,
 * its page goes, or the connection drops; it then moves to the recent ones under the mark of whoever claimed it, or
 * {@code remote}. An answer is claimed before it is sent, because Chromium's closing event comes before the reply.
 * The recent ones outlive connections. Confined to the loop.
 */
final class DialogLedger {

    private static final int MAX_OPEN = 100;
    private static final int MAX_RECENT = 20;

    /** A dialog that is open. Confined to the loop. */
    static final class Entry {
        private PendingDialog dialog;
        private final String defaultPrompt;
        private Optional<ClosedBy> claimedBy = Optional.empty();

        private Entry(PendingDialog dialog, String defaultPrompt) {
            this.dialog = dialog;
            this.defaultPrompt = defaultPrompt;
        }

        PendingDialog dialog() {
            return dialog;
        }

        /** What the page gave, neither cut nor masked. */
        String rawDefaultPrompt() {
            return defaultPrompt;
        }

        Optional<ClosedBy> claimedBy() {
            return claimedBy;
        }
    }

    private final Map<String, Entry> open = new LinkedHashMap<>();
    /** Was open on the page when the connection dropped; the browser may still show it. */
    private Optional<PendingDialog> lost = Optional.empty();

    private final ArrayDeque<ClosedDialog> recent = new ArrayDeque<>();
    private final LongSupplier numbers;

    /**
     * An empty ledger.
     *
     * @param numbers counts the task's dialogs, for the life of the process
     */
    DialogLedger(LongSupplier numbers) {
        this.numbers = numbers;
    }

    /** A dialog opened on a session; empty when too many are open to keep another. */
    Optional<Entry> onOpening(String sessionId, Map<String, Object> params, Instant now) {
        if (open.size() >= MAX_OPEN) {
            return Optional.empty();
        }
        String defaultPrompt = Params.text(params, "defaultPrompt");
        PendingDialog dialog = new PendingDialog(
                "d-" + numbers.getAsLong(),
                DialogType.of(Params.text(params, "type")),
                Redactor.text(PageText.bounded(Params.text(params, "message"))),
                Redactor.text(PageText.bounded(defaultPrompt)),
                now,
                Params.text(params, "frameId"),
                sessionId,
                true);
        Entry entry = new Entry(dialog, defaultPrompt);
        open.put(dialog.id(), entry);
        return Optional.of(entry);
    }

    /** The closing signal: of the session's dialogs the oldest one of that frame, or the oldest where none is named. */
    Optional<ClosedDialog> onClosed(String sessionId, String frameId, Instant now) {
        return open.values().stream()
                .filter(e -> e.dialog.sessionId().equals(sessionId))
                .filter(e -> frameId.isEmpty() || e.dialog.frameId().equals(frameId))
                .findFirst()
                .map(e -> close(e, now));
    }

    /**
     * Claims the dialog that an agent means.
     *
     * @throws BrowserException there is none, or not exactly one, or it is over
     */
    Entry claimFor(DialogAnswer answer) {
        Entry entry = answer.dialogId().map(this::byId).orElseGet(this::only);
        if (!entry.dialog.answerable()) {
            throw unanswerable(entry.dialog);
        }
        if (!claim(entry, ClosedBy.AGENT)) {
            throw alreadyClosed(
                    entry.dialog.id(), entry.claimedBy.orElse(ClosedBy.REMOTE), "is being answered already");
        }
        return entry;
    }

    /** Claims a dialog unless it is over or somebody else has it. */
    boolean claim(Entry entry, ClosedBy who) {
        if (!isOpen(entry) || entry.claimedBy.isPresent()) {
            return false;
        }
        entry.claimedBy = Optional.of(who);
        return true;
    }

    /** The answer did not get through: the dialog is anybody's again. */
    void release(Entry entry) {
        entry.claimedBy = Optional.empty();
    }

    /** The browser shows it, but takes no answer to it. */
    void markUnanswerable(Entry entry) {
        entry.dialog = entry.dialog.unanswerable();
        entry.claimedBy = Optional.empty();
    }

    /** The connection dropped under this dialog. */
    void lose(PendingDialog dialog) {
        lost = Optional.of(dialog.unanswerable());
    }

    /** A frame that answers is not frozen by a dialog that was lost. */
    void onFramesAnswer(Set<String> frameIds) {
        lost = lost.filter(d -> !frameIds.contains(d.frameId()));
    }

    /** The page was left. */
    void forgetLost() {
        lost = Optional.empty();
    }

    Optional<PendingDialog> lost() {
        return lost;
    }

    boolean isOpen(Entry entry) {
        return open.get(entry.dialog.id()) == entry;
    }

    /** Moves an open dialog to the recent ones. */
    ClosedDialog close(Entry entry, Instant now) {
        ClosedDialog closed = new ClosedDialog(entry.dialog, now, entry.claimedBy.orElse(ClosedBy.REMOTE));
        if (open.remove(entry.dialog.id(), entry)) {
            if (recent.size() == MAX_RECENT) {
                recent.removeFirst();
            }
            recent.addLast(closed);
        }
        return closed;
    }

    /** Our answer came too late: whoever claimed the dialog did not end it. */
    void disown(String id) {
        List<ClosedDialog> kept = recent.stream()
                .map(c -> c.dialog().id().equals(id) ? new ClosedDialog(c.dialog(), c.closedAt(), ClosedBy.REMOTE) : c)
                .toList();
        recent.clear();
        recent.addAll(kept);
    }

    /** What an agent sees: a dialog that a policy answers at once never counts as pending. */
    List<PendingDialog> pending() {
        return open.values().stream()
                .filter(e -> e.claimedBy.filter(ClosedBy.AUTO_POLICY::equals).isEmpty())
                .map(Entry::dialog)
                .toList();
    }

    List<Entry> openEntries() {
        return List.copyOf(open.values());
    }

    List<ClosedDialog> recent() {
        return List.copyOf(recent);
    }

    private Entry byId(String id) {
        Entry entry = open.get(id);
        if (entry != null) {
            return entry;
        }
        for (ClosedDialog closed : recent) {
            if (closed.dialog().id().equals(id)) {
                throw alreadyClosed(
                        id,
                        closed.closedBy(),
                        "was closed by " + closed.closedBy().wire());
            }
        }
        throw new BrowserException(
                ErrorCode.DIALOG_NOT_FOUND,
                "There is no dialog " + id + "; known ids: " + known() + ". Take one from pending_dialogs.");
    }

    private Entry only() {
        List<Entry> candidates = open.values().stream()
                .filter(e -> e.claimedBy.isEmpty() && e.dialog.answerable())
                .toList();
        if (candidates.isEmpty()) {
            stuck().ifPresent(dialog -> {
                throw unanswerable(dialog);
            });
            throw new BrowserException(
                    ErrorCode.NO_DIALOG, "No dialog is open; go on with the page. Recent dialogs: " + known() + ".");
        }
        if (candidates.size() > 1) {
            String list = candidates.stream()
                    .map(e -> e.dialog.id() + " (" + e.dialog.type().wire() + ")")
                    .collect(Collectors.joining(", "));
            throw new BrowserException(
                    ErrorCode.DIALOG_AMBIGUOUS,
                    candidates.size() + " dialogs are open: " + list + ". Name one with dialog_id.");
        }
        return candidates.get(0);
    }

    /** A dialog that nobody can answer and that blocks the page all the same. */
    private Optional<PendingDialog> stuck() {
        return open.values().stream()
                .map(Entry::dialog)
                .filter(d -> !d.answerable())
                .findFirst()
                .or(() -> lost);
    }

    static BrowserException unanswerable(PendingDialog dialog) {
        return new BrowserException(
                ErrorCode.BLOCKED_BY_DIALOG,
                "Dialog " + dialog.id() + " is still shown, but the browser takes no answer to it any more."
                        + " browser_navigate with force:true leaves the page and frees it.",
                Map.of("blocked_by_dialog", dialog.toJson()));
    }

    private String known() {
        List<String> ids = new ArrayList<>(open.keySet());
        recent.forEach(
                c -> ids.add(c.dialog().id() + " (closed by " + c.closedBy().wire() + ")"));
        return ids.isEmpty() ? "none" : String.join(", ", ids);
    }

    private static BrowserException alreadyClosed(String id, ClosedBy by, String how) {
        return new BrowserException(
                ErrorCode.DIALOG_ALREADY_CLOSED,
                "Dialog " + id + " " + how + ". Look at recent_dialogs in browser_snapshot.",
                Map.of("closed_by", by.wire()));
    }
}
