package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.cdpsupervisor.api.cdp.CallAbandonedException;
import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.tool.page.internal.FakeCdp.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PageReaderTest {

    private final Recording shop = Recording.shop();
    private final FakeCdp cdp = new FakeCdp(Pages.page(shop.frameInfos(), "L1"))
            .on("Accessibility.getFullAXTree", this::tree)
            .on("DOM.getFrameOwner", this::owner);
    private final PageReader reader = new PageReader(new RefTables());

    @Test
    void realPageReadsAsAnOutlineWithItsFramesInPlace() {
        PageText page = read();
        assertThat(page.truncated()).isFalse();
        assertThat(page.text()).isEqualTo("""
                        - heading "Welcome to the shop" [level=1]
                        - navigation
                          - link "Cart" url=/cart?id=1 [ref=e1]
                          - link url=/#top [ref=e2]
                        - text "Some bold text and a"
                        - link "link in it" url=/a [ref=e3]
                        - text "."
                        - button "before" [ref=e4]
                        - form
                          - text "Email"
                          - textbox "Email" value="ada@example.com" [required] [ref=e5]
                          - checkbox "News" [checked] [ref=e6]
                          - radio "One" [ref=e7]
                          - combobox "Size" value="M" [collapsed] [ref=e8]
                            - option "S" [ref=e9]
                            - option "M" [selected] [ref=e10]
                          - textbox "Password" value="•••••••" [ref=e11]
                          - textbox "Note" value="line one line two" [ref=e12]
                          - slider "Volume" value="3" [ref=e13]
                          - button "Pay" [disabled] [ref=e14]
                        - button "More" [collapsed] [ref=e15]
                        - generic "focus me" [ref=e16]
                        - list
                          - listitem "alpha"
                          - listitem "beta"
                        - table
                          - row
                            - columnheader "K"
                            - columnheader "V"
                          - row
                            - cell "a"
                            - cell "1"
                        - image "A cat"
                        - generic "Editor" value="rich" [ref=e17]
                        - summary "More info" [collapsed] [ref=e18]
                        - tablist
                          - tab "T1" [selected] [ref=e19]
                        - iframe "Local" [frame_id=LOCAL]
                          - button "local button" [ref=e20]
                          - iframe "about:srcdoc" [frame_id=DEEP]
                            - text "deep"
                        - iframe "rem" [frame_id=REMOTE]
                          - text "inner text"
                          - button "remote button" [ref=e21]
                          - iframe "about:srcdoc" [frame_id=NESTED]
                            - link "nested" url=http://localhost:8000/x [ref=e22]
                        - button "after" [ref=e23]""");
    }

    @Test
    void eachFrameIsAskedThroughTheSessionThatHostsIt() {
        read();
        assertThat(cdp.sent)
                .filteredOn(sent -> sent.method().equals("Accessibility.getFullAXTree"))
                .extracting(Sent::route, Sent::params)
                .containsExactly(
                        tuple(CdpRoute.PAGE, Map.of()),
                        tuple(CdpRoute.PAGE, Map.of("frameId", "LOCAL")),
                        tuple(CdpRoute.PAGE, Map.of("frameId", "DEEP")),
                        tuple(CdpRoute.frame("REMOTE"), Map.of()),
                        tuple(CdpRoute.frame("REMOTE"), Map.of("frameId", "NESTED")));
        assertThat(cdp.sent)
                .filteredOn(sent -> sent.method().equals("DOM.getFrameOwner"))
                .extracting(Sent::route, Sent::params)
                .containsExactly(
                        tuple(CdpRoute.PAGE, Map.of("frameId", "LOCAL")),
                        tuple(CdpRoute.PAGE, Map.of("frameId", "DEEP")),
                        tuple(CdpRoute.PAGE, Map.of("frameId", "REMOTE")),
                        tuple(CdpRoute.frame("REMOTE"), Map.of("frameId", "NESTED")));
    }

    @Test
    void everyCommandIsSentBeforeTheFirstReplyIsAwaited() {
        List<Integer> sentWhenAnswered = new ArrayList<>();
        cdp.on("Accessibility.getFullAXTree", sent -> {
            sentWhenAnswered.add(cdp.sent.size());
            return tree(sent);
        });
        read();
        assertThat(sentWhenAnswered).hasSize(5).containsOnly(9);
    }

    @Nested
    class AFrameThatDoesNotAnswer {

        @Test
        void standsInItsPlaceWithoutContent() {
            failing("REMOTE", "Accessibility.getFullAXTree");
            assertThat(read().text())
                    .contains("- iframe \"rem\" [frame_id=REMOTE] (cannot be read now)\n- button \"after\"")
                    .doesNotContain("remote button");
        }

        @Test
        void standsThereAlsoWhenItIsKnownToBeBusy() {
            cdp.on("Accessibility.getFullAXTree", sent -> {
                if (frameOf(sent).equals("REMOTE")) {
                    throw new CdpException(ErrorCode.PAGE_UNRESPONSIVE, "In a loop.");
                }
                return tree(sent);
            });
            assertThat(read().text()).contains("- iframe \"rem\" [frame_id=REMOTE] (cannot be read now)");
        }

        @Test
        void waitsNoLongerThanThreeSeconds() {
            read();
            assertThat(cdp.sent.stream().skip(1)).extracting(Sent::timeout).containsOnly(Duration.ofSeconds(3));
            assertThat(cdp.sent.get(0).timeout()).isGreaterThan(Duration.ofSeconds(20));
        }

        @Test
        void comesAtTheEndOfItsParentWhenItsPlaceIsUnknown() {
            failing("REMOTE", "DOM.getFrameOwner");
            assertThat(read().text()).contains("- button \"after\" [ref=e21]\n- iframe \"rem\" [frame_id=REMOTE]\n");
        }

        @Test
        void isLeftOutWhenItHasGone() {
            failing("DEEP", "Accessibility.getFullAXTree", "DOM.getFrameOwner");
            assertThat(read().text()).contains("local button").doesNotContain("DEEP");
        }

        private void failing(String frameId, String... methods) {
            for (String method : methods) {
                cdp.on(method, sent -> {
                    if (frameOf(sent).equals(frameId)) {
                        throw new CdpTimeoutException("Busy.", true);
                    }
                    return method.startsWith("DOM") ? owner(sent) : tree(sent);
                });
            }
        }
    }

    @Test
    void topFrameThatCannotBeReadIsAnError() {
        CdpErrorException error = new CdpErrorException(-32000, "Internal error", "Accessibility.getFullAXTree");
        cdp.on("Accessibility.getFullAXTree", sent -> {
            throw error;
        });
        assertThatThrownBy(this::read).isSameAs(error);
    }

    @Test
    void givenUpCallEndsTheReadingEvenInsideAFrame() {
        cdp.on("DOM.getFrameOwner", sent -> {
            throw new CallAbandonedException(ErrorCode.TIMEOUT, "The agent has been answered.");
        });
        assertThatThrownBy(this::read).isInstanceOf(CallAbandonedException.class);
    }

    @Test
    void pageThatMovesOnUnderTheReadingIsReadAgain() {
        cdp.on("Accessibility.getFullAXTree", sent -> {
            cdp.snapshot = Pages.page(List.of(Pages.top()), "L1", "L2");
            return tree(sent);
        });
        assertThat(read().text()).contains("- iframe \"Local\"\n").doesNotContain("local button");
        assertThat(cdp.sent).hasSize(9 + 1);
    }

    @Test
    void refsStayWhileTheDocumentStays() {
        assertThat(read().text()).isEqualTo(read().text());
    }

    @Test
    void nextDocumentGetsRefsThatNoneBeforeItHad() {
        assertThat(read().text()).contains("\"before\" [ref=e4]");
        cdp.snapshot = Pages.page(shop.frameInfos(), "L1", "L2");
        assertThat(read().text()).contains("\"before\" [ref=e27]").doesNotContain("[ref=e4]");
    }

    @Test
    void framesPastTheLimitAreNotAskedAndTheTextSaysItIsNotAll() {
        List<FrameInfo> frames = Stream.concat(
                        Stream.of(Pages.top()),
                        Stream.iterate(1, i -> i + 1).limit(150).map(i -> Pages.child("F" + i, "TOP", true)))
                .toList();
        cdp.snapshot = Pages.page(frames, "L1");
        cdp.on("DOM.getFrameOwner", Map.of("backendNodeId", 85L));
        cdp.on("Accessibility.getFullAXTree", shop.trees().get("TOP"));
        assertThat(read().truncated()).isTrue();
        assertThat(cdp.sent).hasSize(1 + 2 * 99);
    }

    private PageText read() {
        return reader.read(new FakeCall(cdp, Map.of()), cdp, TaskPage.own(cdp.snapshot), 15_000);
    }

    private Map<String, Object> tree(Sent sent) {
        return shop.trees().get(frameOf(sent));
    }

    private Map<String, Object> owner(Sent sent) {
        return shop.owners().get(frameOf(sent));
    }

    /** The frame that a command asks for: the parameter, else the root of the session it is sent on. */
    private static String frameOf(Sent sent) {
        Object named = sent.params().get("frameId");
        if (named != null) {
            return String.valueOf(named);
        }
        return sent.route().equals(CdpRoute.PAGE) ? "TOP" : sent.route().id();
    }
}
