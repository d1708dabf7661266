package io.cdpsupervisor.api.dialog;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A dialog that is over. Immutable.
 *
 * @param dialog as it was while it was open
 * @param closedAt wall-clock time at which its end was seen
 */
public record ClosedDialog(PendingDialog dialog, Instant closedAt, ClosedBy closedBy) {

    /** The shape in a result: keys in contract order, times as epoch seconds. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = dialog.toJson();
        json.keySet().removeAll(List.of("default_prompt", "frame_id", "session_id", "answerable"));
        json.put("closed_at", closedAt.toEpochMilli() / 1000.0);
        json.put("closed_by", closedBy.wire());
        json.put("frame_id", dialog.frameId());
        return json;
    }
}
