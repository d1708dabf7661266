package io.cdpsupervisor.api.dialog;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A dialog that is open and waits for an answer. Immutable.
 *
 * @param id {@code d-1}, {@code d-2}, … per task, never reused
 * @param message text from the page, valid Unicode, at most 10,240 characters (Chromium cuts there as well), secrets
 *     masked
 * @param defaultPrompt what a prompt's field holds at first, treated like {@code message}; empty for other types
 * @param openedAt wall-clock time at which its opening was seen
 * @param frameId the frame that called, an in-process child or an out-of-process one at any depth
 * @param sessionId the session that reported it, always one of a top-level page
 * @param answerable false once the browser shows it but takes no answer to it: a second dialog of the same tab, or one
 *     that was open when the connection dropped (Chromium: "No dialog is showing"). Leaving the page frees it
 */
public record PendingDialog(
        String id,
        DialogType type,
        String message,
        String defaultPrompt,
        Instant openedAt,
        String frameId,
        String sessionId,
        boolean answerable) {

    /** The same dialog, which can no longer be answered. */
    public PendingDialog unanswerable() {
        return new PendingDialog(id, type, message, defaultPrompt, openedAt, frameId, sessionId, false);
    }

    /** The shape in a result: keys in contract order, the time as epoch seconds. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("type", type.wire());
        json.put("message", message);
        json.put("default_prompt", defaultPrompt);
        json.put("opened_at", openedAt.toEpochMilli() / 1000.0);
        json.put("frame_id", frameId);
        json.put("session_id", sessionId);
        if (!answerable) {
            json.put("answerable", false);
        }
        return json;
    }
}
