package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.ToolCall;
import java.util.Optional;

/** From a ref of a snapshot to its element, in whichever frame that is. Safe for any thread. */
final class ElementFinder {

    private final RefTables refTables;

    /** A finder for the refs of these tables. */
    ElementFinder(RefTables refTables) {
        this.refTables = refTables;
    }

    /**
     * Blocks for a popup, which has to be asked for its document. The element may still have left its document.
     *
     * @throws BrowserException {@code invalid_argument}: the ref is not one of the page's present documents
     */
    PageElement find(ToolCall call, TaskCdp cdp, TaskPage page, String ref) {
        FramePlan plan = FramePlan.now(call, cdp, page);
        return refTables
                .of(call.taskId())
                .find(page.targetId(), plan.document(), ref)
                .flatMap(element -> present(plan, ref, element))
                .orElseThrow(() -> new BrowserException(
                        ErrorCode.INVALID_ARGUMENT,
                        "There is no element " + ref + " on the page now: a ref ends with its document. Call"
                                + " browser_snapshot, for a popup with its target_id, and use a ref from there."));
    }

    private static Optional<PageElement> present(FramePlan plan, String ref, RefTable.Element element) {
        return plan.frame(element.frameId())
                .filter(frame -> frame.origin().equals(element.origin()))
                .map(frame -> new PageElement(ref, plan, frame, element.backendNodeId()));
    }
}
