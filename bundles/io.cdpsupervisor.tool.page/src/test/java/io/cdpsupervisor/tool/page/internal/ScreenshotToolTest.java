package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.tool.ToolResult;
import io.cdpsupervisor.tool.page.internal.FakeCdp.Sent;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ScreenshotToolTest {

    /** As much of a PNG as has its size: 780 × 493. */
    private static final byte[] PNG =
            ByteBuffer.allocate(24).putInt(16, 780).putInt(20, 493).array();

    private final Recording shop = Recording.shop();
    private final RefTables refTables = new RefTables();
    private final ScreenshotTool tool = new ScreenshotTool(new ElementFinder(refTables));
    private final FakeCdp cdp = new FakeCdp(Pages.page(shop.frameInfos(), "L1"))
            .on("Page.bringToFront", Map.of())
            .on("Page.captureScreenshot", Map.of("data", Base64.getEncoder().encodeToString(PNG)));

    @Test
    void doesNotStartUnderADialog() {
        assertThat(tool.runsDuringDialog(Map.of())).isFalse();
    }

    @Test
    void pictureComesBesideItsSize() {
        ToolResult result = picture(Map.of());
        assertThat(result.images()).containsExactly(PNG);
        assertThat(result.fields())
                .containsExactly(entry("width", 780), entry("height", 493), entry("truncated", false));
        assertThat(captured()).isEqualTo(Map.of("format", "png"));
    }

    @Test
    void pageComesToTheFrontFirst() {
        picture(Map.of());
        assertThat(cdp.methods()).containsExactly("Page.bringToFront", "Page.captureScreenshot");
    }

    @Test
    void pageThatIsSentBehindAnotherMeanwhileComesToTheFrontAgain() {
        AtomicInteger times = new AtomicInteger();
        cdp.on("Page.captureScreenshot", sent -> {
            if (times.incrementAndGet() < 3) {
                throw new CdpTimeoutException("Not painted.", true);
            }
            return Map.of("data", Base64.getEncoder().encodeToString(PNG));
        });
        picture(Map.of());
        assertThat(cdp.methods())
                .containsExactly(
                        "Page.bringToFront",
                        "Page.captureScreenshot",
                        "Page.bringToFront",
                        "Page.captureScreenshot",
                        "Page.bringToFront",
                        "Page.captureScreenshot");
    }

    @Test
    void pageThatIsNeverPaintedIsTriedUntilTheTimeIsUp() {
        CdpTimeoutException late = new CdpTimeoutException("Not painted.", true);
        cdp.on("Page.captureScreenshot", sent -> {
            throw late;
        });
        assertThatThrownBy(() -> picture(Map.of())).isSameAs(late);
        assertThat(cdp.sent)
                .filteredOn(sent -> sent.method().equals("Page.captureScreenshot"))
                .extracting(Sent::timeout)
                .containsExactly(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(8),
                        Duration.ofSeconds(16),
                        Duration.ofMillis(29_800));
    }

    @Test
    void popupIsPhotographedInItsOwnTab() {
        cdp.snapshot = Pages.withPopup();
        picture(Map.of("target_id", "POP"));
        assertThat(cdp.sent).extracting(Sent::route).containsOnly(CdpRoute.target("POP"));
    }

    @Test
    void wholePageAndAnElementExcludeEachOther() {
        refused(Map.of("full_page", true, "ref", "e5")).hasMessageContaining("full_page and ref exclude each other");
        assertThat(cdp.sent).isEmpty();
    }

    @Nested
    class AWholePage {

        @Test
        void isPaintedBeyondTheWindow() {
            layout(765, 3000, 1);
            ToolResult result = picture(Map.of("full_page", true));
            assertThat(captured())
                    .isEqualTo(Map.of("format", "png", "clip", clip(0, 0, 765, 3000), "captureBeyondViewport", true));
            assertThat(result.fields()).containsEntry("truncated", false);
        }

        @Test
        void isNotLaidOutAnewWhenTheWindowShowsItAll() {
            layout(780, 493, 1);
            picture(Map.of("full_page", true));
            assertThat(captured().get("captureBeyondViewport")).isEqualTo(false);
        }

        @Test
        void longerThanChromiumPaintsIsCutAndSaysSo() {
            layout(765, 40_000, 2);
            ToolResult result = picture(Map.of("full_page", true));
            assertThat(captured().get("clip")).isEqualTo(clip(0, 0, 765, 8192));
            assertThat(result.fields()).containsEntry("truncated", true);
        }

        @Test
        void wideAndLongIsCutToWhatCanBePaintedInTime() {
            layout(10_000, 10_000, 1);
            ToolResult result = picture(Map.of("full_page", true));
            assertThat(captured().get("clip")).isEqualTo(clip(0, 0, 10_000, 3200));
            assertThat(result.fields()).containsEntry("truncated", true);
        }

        @Test
        void isGivenTimeByItsSize() {
            layout(1000, 5000, 1);
            picture(Map.of("full_page", true));
            assertThat(cdp.sent.get(cdp.sent.size() - 1).timeout()).isEqualTo(Duration.ofSeconds(2 + 5));
        }
    }

    @Nested
    class AnElement {

        @BeforeEach
        void readThePage() {
            layout(780, 3000, 1);
            cdp.on("Runtime.evaluate", Map.of())
                    .on("DOM.scrollIntoViewIfNeeded", Map.of())
                    .on("DOM.getContentQuads", quad(10, 20, 100, 30))
                    .on(
                            "DOM.getFrameOwner",
                            sent -> shop.owners().get(sent.params().get("frameId")))
                    .on("DOM.getBoxModel", box(300, 200));
        }

        @Test
        void ofThePageIsCutOutWhereItStandsAfterScrolling() {
            picture(Map.of("ref", ref("TOP", 24)));
            assertThat(captured())
                    .isEqualTo(
                            Map.of("format", "png", "clip", clip(10, 1420, 100, 30), "captureBeyondViewport", false));
            assertThat(cdp.sent)
                    .filteredOn(sent -> sent.method().startsWith("DOM."))
                    .extracting(Sent::method, Sent::route, Sent::params)
                    .containsExactly(
                            tuple("DOM.scrollIntoViewIfNeeded", CdpRoute.PAGE, Map.of("backendNodeId", 24L)),
                            tuple("DOM.getContentQuads", CdpRoute.PAGE, Map.of("backendNodeId", 24L)),
                            tuple("DOM.getContentQuads", CdpRoute.PAGE, Map.of("backendNodeId", 24L)));
        }

        @Test
        void ofAFrameInThePagesProcessNeedsNoWayOutward() {
            picture(Map.of("ref", ref("DEEP", 130)));
            assertThat(captured().get("clip")).isEqualTo(clip(10, 1420, 100, 30));
            assertThat(cdp.methods()).doesNotContain("DOM.getFrameOwner");
        }

        @Test
        void ofAFrameInAProcessOfItsOwnIsCarriedOutwardThroughItsOwner() {
            picture(Map.of("ref", ref("NESTED", 5)));
            assertThat(captured().get("clip")).isEqualTo(clip(310, 1620, 100, 30));
            assertThat(cdp.sent)
                    .filteredOn(sent -> sent.method().startsWith("DOM."))
                    .extracting(Sent::method, Sent::route, Sent::params)
                    .startsWith(
                            tuple("DOM.scrollIntoViewIfNeeded", CdpRoute.frame("REMOTE"), Map.of("backendNodeId", 5L)),
                            tuple("DOM.getContentQuads", CdpRoute.frame("REMOTE"), Map.of("backendNodeId", 5L)),
                            tuple("DOM.getFrameOwner", CdpRoute.PAGE, Map.of("frameId", "REMOTE")),
                            tuple("DOM.getBoxModel", CdpRoute.PAGE, Map.of("backendNodeId", 85L)));
        }

        @Test
        void isLookedAtUntilItsFramesHaveScrolled() {
            List<Map<String, Object>> looks = List.of(
                    quad(10, 900, 100, 30), quad(10, 20, 100, 30), quad(10, 20, 100, 30), quad(10, 400, 100, 30));
            AtomicInteger look = new AtomicInteger();
            cdp.on("DOM.getContentQuads", sent -> looks.get(look.getAndIncrement()));
            picture(Map.of("ref", ref("TOP", 24)));
            assertThat(captured().get("clip")).isEqualTo(clip(10, 1420, 100, 30));
        }

        @Test
        void isWaitedForUntilItsFrameHasPaintedIt() {
            picture(Map.of("ref", ref("NESTED", 5)));
            assertThat(cdp.sent)
                    .extracting(Sent::method, Sent::route)
                    .containsSubsequence(
                            tuple("DOM.scrollIntoViewIfNeeded", CdpRoute.frame("REMOTE")),
                            tuple("Runtime.evaluate", CdpRoute.frame("REMOTE")),
                            tuple("DOM.getContentQuads", CdpRoute.frame("REMOTE")),
                            tuple("Page.captureScreenshot", CdpRoute.PAGE));
        }

        @Test
        void thatNobodySeesIsNotWaitedForLong() {
            cdp.on("Runtime.evaluate", sent -> {
                throw new CdpTimeoutException("Not painted.", true);
            });
            picture(Map.of("ref", ref("TOP", 24)));
            assertThat(cdp.sent)
                    .filteredOn(sent -> sent.method().equals("Runtime.evaluate"))
                    .extracting(Sent::timeout)
                    .containsExactly(Duration.ofSeconds(1));
        }

        @Test
        void thatStaysOutOfTheWindowIsPaintedBeyondIt() {
            cdp.on("DOM.getContentQuads", quad(10, -900, 100, 30));
            picture(Map.of("ref", ref("TOP", 24)));
            assertThat(captured())
                    .containsEntry("captureBeyondViewport", true)
                    .containsEntry("clip", clip(10, 500, 100, 30));
        }

        @Test
        void largerThanTheWindowIsPaintedBeyondIt() {
            cdp.on("DOM.getContentQuads", quad(10, 20, 100, 800));
            picture(Map.of("ref", ref("TOP", 24)));
            assertThat(captured().get("captureBeyondViewport")).isEqualTo(true);
        }

        @Test
        void thatNoSnapshotHasNamedIsRefusedWithTheNextStep() {
            ref("TOP", 24);
            refused(Map.of("ref", "e2")).hasMessageContaining("no element e2", "browser_snapshot");
            assertThat(cdp.sent).isEmpty();
        }

        @Test
        void ofAnEarlierDocumentIsRefused() {
            String ref = ref("TOP", 24);
            cdp.snapshot = Pages.page(shop.frameInfos(), "L1", "L2");
            refused(Map.of("ref", ref)).hasMessageContaining(ref, "browser_snapshot");
            assertThat(cdp.sent).isEmpty();
        }

        @Test
        void ofAFrameThatHasGoneElsewhereIsRefused() {
            String ref = ref("REMOTE", 5);
            List<FrameInfo> frames = shop.frameInfos().stream()
                    .map(frame -> frame.frameId().equals("REMOTE") ? elsewhere(frame) : frame)
                    .toList();
            cdp.snapshot = Pages.page(frames, "L1");
            refused(Map.of("ref", ref)).hasMessageContaining(ref, "browser_snapshot");
        }

        @Test
        void thatHasLeftItsDocumentIsRefused() {
            String ref = ref("TOP", 24);
            cdp.on("DOM.scrollIntoViewIfNeeded", sent -> {
                throw new CdpErrorException(-32000, "No node found for given backend id", sent.method());
            });
            refused(Map.of("ref", ref)).hasMessageContaining(ref, "hidden, empty, outside of the page or gone");
        }

        @Test
        void thatShowsNothingIsRefused() {
            String ref = ref("TOP", 24);
            cdp.on("DOM.getContentQuads", Map.of("quads", List.of()));
            refused(Map.of("ref", ref)).hasMessageContaining(ref, "hidden, empty, outside of the page or gone");
        }

        @Test
        void leftOfThePageIsRefused() {
            String ref = ref("TOP", 24);
            cdp.on("DOM.getContentQuads", quad(-500, 20, 100, 30));
            refused(Map.of("ref", ref)).hasMessageContaining(ref, "outside");
        }

        @Test
        void ofAPopupIsFoundInThePopupOnly() {
            cdp.snapshot = Pages.withPopup();
            cdp.on("Page.getFrameTree", Map.of("frameTree", Map.of("frame", Map.of("id", "POP", "loaderId", "L7"))));
            FrameInfo top = cdp.snapshot.page().popups().get(0).frames().get(0);
            String ref = refTables.of("default").begin("POP", "POPL7").ref(top, 3);

            picture(Map.of("ref", ref, "target_id", "POP"));
            assertThat(cdp.sent).extracting(Sent::route).containsOnly(CdpRoute.target("POP"));
            refused(Map.of("ref", ref)).hasMessageContaining(ref, "target_id");
        }

        private String ref(String frameId, long node) {
            FrameInfo frame = shop.frameInfos().stream()
                    .filter(info -> info.frameId().equals(frameId))
                    .findFirst()
                    .orElseThrow();
            return refTables.of("default").begin("TOP", "TOPL1").ref(frame, node);
        }

        private static FrameInfo elsewhere(FrameInfo frame) {
            return new FrameInfo(
                    frame.frameId(),
                    frame.parentFrameId(),
                    "https://c.test/",
                    "https://c.test",
                    Optional.empty(),
                    frame.oopif(),
                    frame.sessionId());
        }

        private static Map<String, Object> quad(int x, int y, int width, int height) {
            return Map.of("quads", List.of(corners(x, y, width, height)));
        }

        /** An iframe without a border, as large as the window. */
        private static Map<String, Object> box(int x, int y) {
            List<Integer> corners = corners(x, y, 400, 300);
            return Map.of("model", Map.of("content", corners, "border", corners, "width", 400, "height", 300));
        }

        private static List<Integer> corners(int x, int y, int width, int height) {
            return List.of(x, y, x + width, y, x + width, y + height, x, y + height);
        }
    }

    /** A page of that size, in CSS pixels, in a window of 780 × 493 that is scrolled down by 1400. */
    private void layout(int width, int height, int density) {
        cdp.on(
                "Page.getLayoutMetrics",
                Map.of(
                        "contentSize",
                        Map.of("x", 0, "y", 0, "width", width * density, "height", height * density),
                        "cssContentSize",
                        Map.of("x", 0, "y", 0, "width", width, "height", height),
                        "cssVisualViewport",
                        Map.of("pageX", 0, "pageY", height > 493 ? 1400 : 0, "clientWidth", 780, "clientHeight", 493)));
    }

    private static Map<String, Object> clip(double x, double y, double width, double height) {
        return new HashMap<>(Map.of("x", x, "y", y, "width", width, "height", height, "scale", 1));
    }

    private Map<String, Object> captured() {
        return cdp.params("Page.captureScreenshot").get(0);
    }

    private ToolResult picture(Map<String, Object> arguments) {
        ToolResult result = tool.call(new FakeCall(cdp, arguments));
        assertThat(result.success()).isTrue();
        return result;
    }

    private AbstractThrowableAssert<?, ? extends Throwable> refused(Map<String, Object> arguments) {
        return assertThatThrownBy(() -> picture(arguments))
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }
}
