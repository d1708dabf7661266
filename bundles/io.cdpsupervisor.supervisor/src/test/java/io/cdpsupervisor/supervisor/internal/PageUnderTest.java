package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.SessionInfo;
import io.cdpsupervisor.testkit.FakeConnection;
import io.cdpsupervisor.transport.CdpConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Where goes in what a browser tells, and comes out what is known of the page: the one place where the tests of orders
 * meet the classes they test. The page is target {@link #TOP} on session {@link #PAGE}. Confined to one thread.
 */
interface PageUnderTest {

    String TOP = "top";
    String PAGE = "S";

    void hear(Told told);

    List<FrameInfo> frames();

    /** Ids of the sessions that are alive. */
    Set<String> sessions();

    /** The frame table alone, in front of which dead sessions are silent. */
    static PageUnderTest table() {
        return new Table();
    }

    /** The whole attachment, on a loop that is run by hand. */
    static PageUnderTest attachment() {
        return new Attached();
    }

    /** The frame table and the sessions it needs. */
    final class Table implements PageUnderTest {
        private final FrameTable frames = new FrameTable();
        private final SessionTable sessions = new SessionTable();

        private Table() {
            sessions.add(new Session(PAGE, TOP, "page", Session.Role.PAGE, PAGE, ""));
        }

        @Override
        public void hear(Told told) {
            sessions.find(told.session()).ifPresent(session -> hear(session, told.method(), told.params()));
        }

        private void hear(Session on, String method, Map<String, Object> params) {
            switch (method) {
                case "Target.attachedToTarget" -> attached(on, params);
                case "Target.detachedFromTarget" ->
                    sessions.remove(Params.text(params, "sessionId")).forEach(gone -> frames.onSessionGone(gone.id()));
                case "Target.targetInfoChanged" -> frames.onTargetInfoChanged(Params.object(params, "targetInfo"));
                case "Page.frameAttached" -> frames.onFrameAttached(on, params);
                case "Page.frameNavigated" -> frames.onFrameNavigated(on, params);
                case "Page.navigatedWithinDocument" -> frames.onNavigatedWithinDocument(on, params);
                case "Page.frameDetached" -> frames.onFrameDetached(params);
                case Told.TREE -> frames.onFrameTree(on, Params.object(params, "frameTree"));
                default -> {} // contexts are nothing to it
            }
        }

        private void attached(Session on, Map<String, Object> params) {
            Map<String, Object> info = Params.object(params, "targetInfo");
            Session child = new Session(
                    Params.text(params, "sessionId"),
                    Params.text(info, "targetId"),
                    "iframe",
                    Session.Role.CHILD,
                    PAGE,
                    on.id());
            sessions.add(child);
            frames.onSession(on, child, info);
        }

        @Override
        public List<FrameInfo> frames() {
            return frames.list();
        }

        @Override
        public Set<String> sessions() {
            return new TreeSet<>(sessions.all().stream().map(Session::id).toList());
        }

        @Override
        public String toString() {
            return "the frame table";
        }
    }

    /** An attachment whose page is armed; only its {@code Page.getFrameTree} is not answered yet. */
    final class Attached implements PageUnderTest {
        private final RecordingContext task = new RecordingContext();
        private final Attachment attachment = new Attachment(task);
        private final BySession browser = new BySession(new FakeConnection(task.loop, attachment));

        private Attached() {
            task.loop.step(() -> attachment.attach(browser, Optional.empty()));
            browser.fake.answer("Target.createTarget", Map.of("targetId", TOP));
            task.loop.runAll();
            browser.fake.answer("Target.attachToTarget", Map.of("sessionId", PAGE));
            task.loop.runAll();
        }

        @Override
        public void hear(Told told) {
            if (told.isReply()) {
                browser.fake.answer(told.session() + ":" + told.method(), told.params());
            } else {
                browser.fake.emit(told.session(), told.method(), told.params());
            }
            task.loop.runAll();
        }

        @Override
        public List<FrameInfo> frames() {
            return attachment.pages().own().orElseThrow().frames().list();
        }

        @Override
        public Set<String> sessions() {
            return new TreeSet<>(attachment.sessionList().stream()
                    .map(SessionInfo::sessionId)
                    .toList());
        }

        @Override
        public String toString() {
            return "the attachment";
        }
    }

    /** Names commands {@code session:method}, so that a test can answer those of one session before another's. */
    record BySession(FakeConnection fake) implements CdpConnection {
        @Override
        public CompletableFuture<CdpReply> send(Optional<String> sessionId, String method, Map<String, ?> params) {
            return fake.send(sessionId, sessionId.map(id -> id + ":").orElse("") + method, params);
        }

        @Override
        public void failSession(String sessionId, RuntimeException cause) {
            fake.failSession(sessionId, cause);
        }

        @Override
        public int waiting() {
            return fake.waiting();
        }

        @Override
        public boolean isOpen() {
            return fake.isOpen();
        }

        @Override
        public void close() {
            fake.close();
        }
    }
}
