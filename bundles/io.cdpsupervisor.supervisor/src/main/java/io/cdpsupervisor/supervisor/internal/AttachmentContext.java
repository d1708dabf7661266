package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Instant;
import java.util.Optional;

/** What an attachment sees of its task: all that outlives the connection. Confined to the loop. */
interface AttachmentContext {

    String taskId();

    EventLoop loop();

    /** Wall-clock time. */
    Instant now();

    DialogLedger dialogs();

    /** As configured at this moment. */
    DialogSettings dialogSettings();

    ConsoleRing console();

    Deciders deciders();

    /** The other task of this process that a page of the same browser belongs to. */
    Optional<String> ownerOf(String targetId);

    /** Queues a step from another thread; dropped when the loop is closed. */
    void onLoop(Runnable step);

    /** Whether a page that was given up may be closed: only in a browser that is ours. */
    boolean mayClosePage();

    /** Something that a snapshot shows has changed: a new one is published at once. */
    void changed();

    /** As {@link #changed}, for what may come in floods: published when the loop has caught up. */
    void changedOften();

    void dialogOpened(PendingDialog dialog);

    void dialogClosed(ClosedDialog closed);

    void interrupted(Interruption.Kind kind, Optional<PendingDialog> dialog, String message);

    /** The attachment is over. */
    void onClosed(Attachment attachment, String reason);
}
