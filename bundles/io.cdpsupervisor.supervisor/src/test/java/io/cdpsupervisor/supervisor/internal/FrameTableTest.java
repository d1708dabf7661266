package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.supervisor.FrameInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FrameTableTest {

    private static final Session PAGE = new Session("S", "top", "page", Session.Role.PAGE, "S", "");
    private static final Session CHILD = new Session("C", "kid", "iframe", Session.Role.CHILD, "S", "S");

    private final FrameTable frames = new FrameTable();

    @BeforeEach
    void aPageWithOneChild() {
        navigated(PAGE, "top", "", "http://a.test/");
        frames.onFrameAttached(PAGE, Map.of("frameId", "kid", "parentFrameId", "top"));
        navigated(PAGE, "kid", "top", "http://a.test/kid");
    }

    @Test
    void anInProcessChildHasNoSession() {
        assertThat(frame("kid").oopif()).isFalse();
        assertThat(frame("kid").sessionId()).isEmpty();
        assertThat(frame("kid").parentFrameId()).contains("top");
    }

    @Test
    void aRemovedFrameGoesWithEverythingBelowIt() {
        frames.onFrameAttached(PAGE, Map.of("frameId", "grandkid", "parentFrameId", "kid"));
        frames.onFrameDetached(Map.of("frameId", "kid", "reason", "remove"));
        assertThat(ids()).containsExactly("top");
    }

    @Test
    void aNavigationDropsTheChildrenOfTheOldDocument() {
        navigated(PAGE, "top", "", "http://a.test/next");
        assertThat(ids()).containsExactly("top");
        assertThat(frame("top").url()).isEqualTo("http://a.test/next");
    }

    @Test
    void theAddressIsShownWithoutItsFragment() {
        frames.onNavigatedWithinDocument(PAGE, Map.of("frameId", "top", "url", "http://a.test/#part"));
        assertThat(frame("top").url()).isEqualTo("http://a.test/");
    }

    @Test
    void theListStaysTheSameObjectUntilSomethingChanges() {
        List<FrameInfo> before = frames.list();
        navigated(PAGE, "kid", "top", "http://a.test/kid");
        assertThat(frames.list()).isSameAs(before);
    }

    @Nested
    class WhenTheChildMovesToAProcessOfItsOwn {

        @BeforeEach
        void swap() {
            // The order in Chromium 156: attached first, with an empty address, then detached by swap.
            frames.onSession(PAGE, CHILD, Map.of("targetId", "kid", "url", "", "parentFrameId", "top"));
            frames.onFrameDetached(Map.of("frameId", "kid", "reason", "swap"));
        }

        @Test
        void itKeepsItsPlaceAndGetsTheSession() {
            assertThat(ids()).containsExactly("top", "kid");
            assertThat(frame("kid").oopif()).isTrue();
            assertThat(frame("kid").sessionId()).contains("C");
        }

        @Test
        void itsAddressComesWithTheTarget() {
            frames.onTargetInfoChanged(Map.of("targetId", "kid", "url", "http://b.test/"));
            assertThat(frame("kid").url()).isEqualTo("http://b.test/");
        }

        @Test
        void itsOwnNavigationKeepsTheSession() {
            navigated(CHILD, "kid", "top", "http://b.test/in");
            assertThat(frame("kid").sessionId()).contains("C");
            assertThat(frame("kid").parentFrameId()).contains("top");
        }

        @Test
        void itComesBackInProcessUnderItsOldId() {
            frames.onSessionGone("C");
            frames.onFrameAttached(PAGE, Map.of("frameId", "kid", "parentFrameId", "top"));
            navigated(PAGE, "kid", "top", "http://a.test/back");
            assertThat(frame("kid").oopif()).isFalse();
            assertThat(ids()).containsExactly("top", "kid");
        }

        @Test
        void itsRemovalLeavesNothing() {
            frames.onFrameDetached(Map.of("frameId", "kid", "reason", "remove"));
            frames.onSessionGone("C");
            assertThat(ids()).containsExactly("top");
        }

        @Test
        void aPageFromTheBackForwardCacheKeepsWhatWasAttachedBefore() {
            frames.onFrameNavigated(
                    PAGE, Map.of("type", "BackForwardCacheRestore", "frame", frame("top", "", "http://a.test/")));
            assertThat(ids()).containsExactly("top", "kid");
        }
    }

    @Test
    void aTreeThatIsAskedForFillsInWhatNoEventTold() {
        FrameTable fresh = new FrameTable();
        fresh.onFrameTree(
                PAGE,
                Map.of(
                        "frame", frame("top", "", "http://a.test/"),
                        "childFrames", List.of(Map.of("frame", frame("kid", "top", "about:srcdoc")))));
        assertThat(fresh.list().stream().map(FrameInfo::frameId)).containsExactly("top", "kid");
        fresh.onSession(PAGE, CHILD, Map.of("targetId", "kid", "url", "", "parentFrameId", "top"));
        fresh.onFrameTree(CHILD, Map.of("frame", frame("kid", "top", "http://b.test/")));
        assertThat(fresh.find("kid").orElseThrow().sessionId()).contains("C");
    }

    private void navigated(Session session, String id, String parent, String url) {
        frames.onFrameNavigated(session, Map.of("frame", frame(id, parent, url)));
    }

    private static Map<String, Object> frame(String id, String parent, String url) {
        Map<String, Object> frame = new HashMap<>(Map.of("id", id, "url", url, "securityOrigin", "http://a.test"));
        if (!parent.isEmpty()) {
            frame.put("parentId", parent);
        }
        return frame;
    }

    private FrameInfo frame(String id) {
        return frames.find(id).orElseThrow();
    }

    private List<String> ids() {
        return frames.list().stream().map(FrameInfo::frameId).toList();
    }
}
