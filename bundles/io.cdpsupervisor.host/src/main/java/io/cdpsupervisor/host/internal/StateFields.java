package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.backend.BackendCapabilities;
import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.redact.Redactor;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.FrameTree;
import io.cdpsupervisor.api.supervisor.PageInfo;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The state that rides along with a result, in the shapes of the contract. Pure. */
final class StateFields {

    private StateFields() {}

    static Map<String, Object> of(SupervisorSnapshot snapshot, String backend, BackendCapabilities.Dialogs dialogs) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "pending_dialogs",
                snapshot.pending().stream().map(PendingDialog::toJson).toList());
        if (!snapshot.recent().isEmpty()) {
            fields.put(
                    "recent_dialogs",
                    snapshot.recent().stream().map(ClosedDialog::toJson).toList());
        }
        fields.put("frame_tree", tree(FrameTree.of(snapshot.frames())));
        fields.put("page", page(snapshot.page(), backend, dialogs));
        return fields;
    }

    private static Map<String, Object> tree(FrameTree tree) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("top", tree.top().map(StateFields::frame).orElse(null));
        json.put("children", tree.children().stream().map(StateFields::frame).toList());
        json.put("truncated", tree.truncated());
        if (tree.truncated()) {
            json.put("hint", "More frames: browser_cdp Page.getFrameTree, per session_id.");
        }
        return json;
    }

    private static Map<String, Object> frame(FrameInfo frame) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("frame_id", frame.frameId());
        frame.parentFrameId().ifPresent(p -> json.put("parent_frame_id", p));
        json.put("url", Redactor.text(frame.url()));
        json.put("origin", Redactor.text(frame.origin()));
        frame.name().ifPresent(n -> json.put("name", Redactor.text(n)));
        json.put("is_oopif", frame.oopif());
        frame.sessionId().ifPresent(s -> json.put("session_id", s));
        return json;
    }

    private static Map<String, Object> page(PageInfo page, String backend, BackendCapabilities.Dialogs dialogs) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("state", page.state().wire());
        json.put("target_id", page.targetId());
        json.put("backend", backend);
        json.put("dialogs", dialogs.name().toLowerCase(Locale.ROOT));
        if (!page.popups().isEmpty()) {
            json.put("popups", page.popups().stream().map(StateFields::popup).toList());
        }
        return json;
    }

    private static Map<String, Object> popup(PageInfo.Popup popup) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("target_id", popup.targetId());
        json.put("url", Redactor.text(popup.url()));
        json.put("title", Redactor.text(popup.title()));
        return json;
    }
}
