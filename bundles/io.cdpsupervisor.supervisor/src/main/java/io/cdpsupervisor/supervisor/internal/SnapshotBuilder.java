package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.supervisor.PageInfo;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import java.util.List;
import java.util.Optional;

/** Freezes what the loop knows. Confined to the loop. */
final class SnapshotBuilder {

    private SnapshotBuilder() {}

    static SupervisorSnapshot build(
            long revision,
            String taskId,
            SupervisorState state,
            Optional<Attachment> attachment,
            Optional<String> pageTarget,
            DialogLedger dialogs,
            ConsoleRing console) {
        PageInfo page = attachment
                .flatMap(a -> a.pages().own().map(own -> page(a, own, state, dialogs)))
                .orElseGet(() -> new PageInfo(
                        PageState.DISCONNECTED,
                        pageTarget.orElse(""),
                        "",
                        "",
                        false,
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        false));
        return new SupervisorSnapshot(
                revision,
                taskId,
                state,
                page,
                dialogs.pending(),
                dialogs.recent(),
                attachment
                        .flatMap(a -> a.pages().own())
                        .map(own -> own.frames().list())
                        .orElse(List.of()),
                attachment.map(Attachment::sessionList).orElse(List.of()),
                console.list());
    }

    private static PageInfo page(Attachment attachment, WatchedPage own, SupervisorState state, DialogLedger dialogs) {
        boolean attached = state == SupervisorState.ATTACHED && attachment.isOpen() && !own.gone();
        Optional<PendingDialog> blockedBy =
                dialogs.pending().stream().findFirst().or(() -> attached ? dialogs.lost() : Optional.empty());
        return new PageInfo(
                attached ? state(attachment, own, blockedBy) : PageState.DISCONNECTED,
                own.targetId(),
                own.sessionId(),
                own.url(),
                own.loaded(),
                own.loaders(),
                attachment.pages().popups(),
                blockedBy,
                own.gone());
    }

    private static PageState state(Attachment attachment, WatchedPage own, Optional<PendingDialog> blockedBy) {
        if (attachment.isCrashed(own.targetId())) {
            return PageState.CRASHED;
        }
        if (blockedBy.isPresent()) {
            return PageState.BLOCKED_BY_DIALOG;
        }
        boolean silent =
                attachment.pages().all().anyMatch(p -> attachment.responses().isSilent(p.sessionId()));
        return silent ? PageState.UNRESPONSIVE : PageState.OK;
    }
}
