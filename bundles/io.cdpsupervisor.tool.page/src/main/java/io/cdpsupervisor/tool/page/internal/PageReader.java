package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.cdp.CallAbandonedException;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.supervisor.TaskCdp.PendingReply;
import io.cdpsupervisor.api.tool.ToolCall;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a page as an outline, out-of-process frames included: every frame is asked at once, then the replies are
 * put together. Safe for any thread.
 */
final class PageReader {

    /** A frame in a process of its own may be busy for ever; the page is shown without it. */
    private static final Duration FRAME_PATIENCE = Duration.ofSeconds(3);

    /** What happens to a single frame while it is read, and is no reason to give up the page. */
    private static final Set<ErrorCode> FRAME_IS_LOST = Set.of(
            ErrorCode.CDP_ERROR,
            ErrorCode.FRAME_NOT_FOUND,
            ErrorCode.NOT_OOPIF,
            ErrorCode.PAGE_UNRESPONSIVE,
            ErrorCode.SESSION_GONE,
            ErrorCode.TARGET_CRASHED,
            ErrorCode.TIMEOUT);

    private final RefTables refTables;

    /** A reader that gives out refs from these tables. */
    PageReader(RefTables refTables) {
        this.refTables = refTables;
    }

    /**
     * Blocks until the page has answered.
     *
     * @param limit in characters
     * @throws CdpException the top frame could not be read
     */
    PageText read(ToolCall call, TaskCdp cdp, TaskPage page, int limit) {
        FramePlan plan = FramePlan.now(call, cdp, page);
        FrameContent top = readFrames(call, cdp, plan);
        FramePlan after = FramePlan.now(call, cdp, page);
        if (!plan.document().equals(after.document())) {
            // the page moved on under the reading: half of it is of the old document
            plan = after;
            top = readFrames(call, cdp, plan);
        }
        RefTable.Reading refs = refTables.of(call.taskId()).begin(page.targetId(), plan.document());
        List<String> lines = Outline.of(top, refs);
        refs.end();
        return PageText.of(lines, limit, plan.complete());
    }

    private static FrameContent readFrames(ToolCall call, TaskCdp cdp, FramePlan plan) {
        PendingReply top = cdp.send(plan.page().route(), "Accessibility.getFullAXTree", Map.of(), TimeLeft.of(call));
        Map<String, Asked> asked = new LinkedHashMap<>();
        plan.children().forEach(frame -> asked.put(frame.frameId(), ask(call, cdp, plan, frame)));

        Map<String, FrameContent> read = new LinkedHashMap<>();
        FrameContent content =
                new FrameContent(plan.top(), Optional.of(new AxTree(top.join().result())));
        read.put(plan.top().frameId(), content);
        plan.children()
                .forEach(frame ->
                        read.put(frame.frameId(), asked.get(frame.frameId()).content(frame)));
        plan.children()
                .forEach(frame -> asked.get(frame.frameId())
                        .place(
                                read.get(frame.frameId()),
                                read.get(plan.parent(frame).frameId())));
        return content;
    }

    private static Asked ask(ToolCall call, TaskCdp cdp, FramePlan plan, FrameInfo frame) {
        Duration patience = TimeLeft.atMost(FRAME_PATIENCE, call);
        Map<String, Object> ofFrame = Map.of("frameId", frame.frameId());
        return new Asked(
                cdp.send(
                        plan.route(frame), "Accessibility.getFullAXTree", frame.oopif() ? Map.of() : ofFrame, patience),
                cdp.send(plan.route(plan.parent(frame)), "DOM.getFrameOwner", ofFrame, patience));
    }

    /** What a frame inside the page was asked for: its content, and where it stands in its parent. */
    private record Asked(PendingReply tree, PendingReply owner) {

        FrameContent content(FrameInfo frame) {
            return new FrameContent(frame, reply(tree).map(reply -> new AxTree(reply.result())));
        }

        void place(FrameContent content, FrameContent parent) {
            Optional<Long> node = reply(owner)
                    .flatMap(reply -> reply.result().get("backendNodeId") instanceof Number n
                            ? Optional.of(n.longValue())
                            : Optional.empty());
            if (node.isPresent()) {
                parent.placed().put(node.get(), content);
            } else if (content.tree().isPresent()) {
                parent.unplaced().add(content);
            }
            // neither known: the frame has gone meanwhile
        }

        private static Optional<CdpReply> reply(PendingReply pending) {
            try {
                return Optional.of(pending.join());
            } catch (CallAbandonedException e) {
                throw e;
            } catch (CdpException e) {
                if (FRAME_IS_LOST.contains(e.code())) {
                    return Optional.empty();
                }
                throw e;
            }
        }
    }
}
