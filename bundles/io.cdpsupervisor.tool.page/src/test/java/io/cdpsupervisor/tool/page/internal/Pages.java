package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.DialogType;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.supervisor.ConsoleEntry;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.PageInfo;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.SessionInfo;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Snapshots of page {@code TOP}, session {@code S}. Pure. */
final class Pages {

    private Pages() {}

    /** A page that is fine and has loaded these documents one after the other. */
    static SupervisorSnapshot page(List<FrameInfo> frames, String... loaders) {
        return snapshot(PageState.OK, true, frames, List.of(), List.of(), loaders);
    }

    static SupervisorSnapshot loading(String... loaders) {
        return snapshot(PageState.OK, false, List.of(top()), List.of(), List.of(), loaders);
    }

    static SupervisorSnapshot state(PageState state) {
        return snapshot(state, true, List.of(top()), List.of(), List.of(), "L1");
    }

    static SupervisorSnapshot withPending(DialogType type) {
        return snapshot(PageState.BLOCKED_BY_DIALOG, true, List.of(top()), List.of(dialog(type)), List.of(), "L1");
    }

    static SupervisorSnapshot withRecent(DialogType type) {
        ClosedDialog closed = new ClosedDialog(dialog(type), Instant.ofEpochSecond(2), ClosedBy.AUTO_POLICY);
        return snapshot(PageState.OK, true, List.of(top()), List.of(), List.of(closed), "L1");
    }

    /** A page that is fine and has opened popup {@code POP}. */
    static SupervisorSnapshot withPopup() {
        return withPopup(PageState.OK);
    }

    static SupervisorSnapshot withPopup(PageState state, FrameInfo... insideIt) {
        FrameInfo top = new FrameInfo(
                "POP",
                Optional.empty(),
                "https://login.test/",
                "https://login.test",
                Optional.empty(),
                false,
                Optional.empty());
        PageInfo.Popup popup = new PageInfo.Popup(
                "POP",
                "S2",
                "https://login.test/",
                "Log in",
                Stream.concat(Stream.of(top), Stream.of(insideIt)).toList());
        SupervisorSnapshot page = state(state);
        PageInfo info = page.page();
        return with(
                page,
                page.state(),
                new PageInfo(
                        state,
                        info.targetId(),
                        info.sessionId(),
                        info.url(),
                        info.loaded(),
                        info.loaders(),
                        List.of(popup),
                        info.blockedBy(),
                        info.gone()),
                page.console());
    }

    /** Nothing is known of a page while its connection is made again. */
    static SupervisorSnapshot reconnecting() {
        SupervisorSnapshot page = state(PageState.DISCONNECTED);
        return with(page, SupervisorState.RECONNECTING, page.page(), page.console());
    }

    /** The same page after these lines in its console. */
    static SupervisorSnapshot logged(SupervisorSnapshot page, ConsoleEntry... lines) {
        return with(page, page.state(), page.page(), List.of(lines));
    }

    static FrameInfo top() {
        return new FrameInfo(
                "TOP",
                Optional.empty(),
                "https://a.test/",
                "https://a.test",
                Optional.empty(),
                false,
                Optional.empty());
    }

    static FrameInfo child(String id, String parent, boolean oopif) {
        return new FrameInfo(
                id,
                Optional.of(parent),
                "https://b.test/" + id,
                "https://b.test",
                Optional.empty(),
                oopif,
                oopif ? Optional.of("session of " + id) : Optional.empty());
    }

    private static PendingDialog dialog(DialogType type) {
        return new PendingDialog("d-1", type, "", "", Instant.ofEpochSecond(1), "TOP", "S", true);
    }

    private static SupervisorSnapshot with(
            SupervisorSnapshot other, SupervisorState state, PageInfo page, List<ConsoleEntry> console) {
        return new SupervisorSnapshot(
                other.revision(),
                other.taskId(),
                state,
                page,
                other.pending(),
                other.recent(),
                other.frames(),
                other.sessions(),
                console);
    }

    private static SupervisorSnapshot snapshot(
            PageState state,
            boolean loaded,
            List<FrameInfo> frames,
            List<PendingDialog> pending,
            List<ClosedDialog> recent,
            String... loaders) {
        PageInfo page = new PageInfo(
                state,
                "TOP",
                "S",
                "https://a.test/",
                loaded,
                List.of(loaders),
                List.of(),
                pending.stream().findFirst(),
                false);
        return new SupervisorSnapshot(
                1,
                "default",
                SupervisorState.ATTACHED,
                page,
                pending,
                recent,
                frames,
                List.of(new SessionInfo("S", "TOP", "page", "https://a.test/")),
                List.of());
    }
}
