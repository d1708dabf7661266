package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.transport.CdpEvent;
import java.util.List;
import java.util.Map;

/** Follows the documents and frames of the pages under watch. Confined to the loop. */
final class FrameEvents {

    private final Attachment attachment;
    private final AttachmentContext context;
    private final Pages pages;

    FrameEvents(Attachment attachment, AttachmentContext context, Pages pages) {
        this.attachment = attachment;
        this.context = context;
        this.pages = pages;
    }

    void onEvent(Session session, CdpEvent event) {
        pages.of(session).ifPresent(page -> {
            if (onEvent(page, session, event)) {
                context.changed();
            }
        });
    }

    private boolean onEvent(WatchedPage page, Session session, CdpEvent event) {
        Map<String, Object> params = event.params();
        switch (event.method()) {
            case "Page.frameAttached" -> page.frames().onFrameAttached(session, params);
            case "Page.frameNavigated" -> onFrameNavigated(page, session, params);
            case "Page.navigatedWithinDocument" -> page.frames().onNavigatedWithinDocument(session, params);
            case "Page.frameDetached" -> onGone(page, page.frames().onFrameDetached(params));
            case "Page.loadEventFired" -> {
                if (session.id().equals(page.sessionId())) {
                    page.onLoaded();
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void onFrameNavigated(WatchedPage page, Session session, Map<String, Object> params) {
        Map<String, Object> frame = Params.object(params, "frame");
        List<FrameInfo> gone = page.frames().onFrameNavigated(session, params);
        // A dialog that the browser takes no answer to ends with its document, and no event says so.
        attachment.dialogs().onDocumentGone(Params.text(frame, "id"));
        if (session.id().equals(page.sessionId())
                && Params.text(frame, "parentId").isEmpty()) {
            boolean restored = "BackForwardCacheRestore".equals(Params.text(params, "type"));
            page.onTopNavigated(Params.text(frame, "loaderId"), restored);
            attachment.armer().keepAwake(session, page);
            gone.forEach(f -> attachment.dialogs().onDocumentGone(f.frameId()));
            if (pages.isOwn(page)) {
                context.dialogs().forgetLost();
            }
            if (restored) {
                // The in-process children of a restored page send no event at all.
                attachment.armer().refreshFrames(session, page.frames());
            }
        } else {
            onGone(page, gone);
        }
    }

    /** Chromium reports no end of a dialog whose out-of-process frame is removed, and dies of the next touch. */
    private void onGone(WatchedPage page, List<FrameInfo> gone) {
        if (gone.stream().anyMatch(f -> attachment.dialogs().isOpenIn(f.frameId()))) {
            attachment.giveUp(page);
        } else {
            gone.forEach(f -> attachment.dialogs().onDocumentGone(f.frameId()));
        }
    }
}
