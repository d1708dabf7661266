package io.cdpsupervisor.api.supervisor;

import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.PendingDialog;
import java.util.List;

/**
 * Everything that is known of one task's browser at one moment. Immutable.
 *
 * @param revision counts the changes; a later snapshot has a higher one
 * @param pending oldest first
 * @param recent the last 20 that are over, oldest first
 * @param frames all frames of the page in creation order; {@link FrameTree#of} cuts them for an agent
 * @param sessions of the present connection
 * @param console the last 50 lines, oldest first
 */
public record SupervisorSnapshot(
        long revision,
        String taskId,
        SupervisorState state,
        PageInfo page,
        List<PendingDialog> pending,
        List<ClosedDialog> recent,
        List<FrameInfo> frames,
        List<SessionInfo> sessions,
        List<ConsoleEntry> console) {

    public SupervisorSnapshot {
        pending = List.copyOf(pending);
        recent = List.copyOf(recent);
        frames = List.copyOf(frames);
        sessions = List.copyOf(sessions);
        console = List.copyOf(console);
    }
}
