package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;

/**
 * An element that a snapshot has named. Immutable.
 *
 * @param backendNodeId its number in the session of its frame
 */
record PageElement(String ref, FramePlan plan, FrameInfo frame, long backendNodeId) {

    /** The session that knows it. */
    CdpRoute route() {
        return plan.route(frame);
    }

    /** What an agent is told when there is nothing to be seen of it. */
    BrowserException unseen() {
        return new BrowserException(
                ErrorCode.INVALID_ARGUMENT,
                ref + " cannot be seen on the page now: it is hidden, empty, outside of the page or gone. Call"
                        + " browser_snapshot and use a ref from there.");
    }
}
