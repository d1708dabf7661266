package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.supervisor.FrameInfo;
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
        List<PendingDialog> pending = dialogs.pending();
        List<FrameInfo> frames = attachment.map(Attachment::frameList).orElse(List.of());
        PageInfo page = attachment
                .flatMap(Attachment::page)
                .map(p -> page(p, state, pending, frames))
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
                pending,
                dialogs.recent(),
                frames,
                attachment.map(Attachment::sessionList).orElse(List.of()),
                console.list());
    }

    private static PageInfo page(
            PageWatch page, SupervisorState state, List<PendingDialog> pending, List<FrameInfo> frames) {
        String url = frames.stream()
                .filter(f -> f.parentFrameId().isEmpty())
                .findFirst()
                .map(FrameInfo::url)
                .orElse("");
        return new PageInfo(
                state(page, state, pending),
                page.session().targetId(),
                page.session().id(),
                url,
                page.loaded(),
                page.loaders(),
                page.popups(),
                pending.stream().findFirst(),
                page.gone());
    }

    private static PageState state(PageWatch page, SupervisorState state, List<PendingDialog> pending) {
        if (state != SupervisorState.ATTACHED || page.gone()) {
            return PageState.DISCONNECTED;
        }
        if (page.crashed()) {
            return PageState.CRASHED;
        }
        return pending.isEmpty() ? PageState.OK : PageState.BLOCKED_BY_DIALOG;
    }
}
