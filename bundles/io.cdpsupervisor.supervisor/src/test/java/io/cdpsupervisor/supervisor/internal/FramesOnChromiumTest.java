package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.TestPage.fails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.FrameTree;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the frame tree shows of real pages, whose frames change their process and their document. */
class FramesOnChromiumTest {

    private static Chromium chromium;
    private static TestSite site;

    private TestPage page;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
        site = TestSite.start();
        site.page("/quiet", "<title>quiet</title>");
        site.page("/in", "<title>in</title>");
        site.page("/other", "<title>other</title>");
        site.page("/mid", "<title>mid</title><iframe src='" + site.a("/in") + "'></iframe>");
    }

    @AfterAll
    static void stopBrowser() {
        site.close();
        chromium.close();
    }

    @BeforeEach
    void attach() {
        page = TestPage.on(chromium);
    }

    @AfterEach
    void leave() {
        page.close();
    }

    @Test
    void aFrameThatIsAddedLaterIsFoundAndReached() {
        page.open(site.a("/quiet"));
        page.evaluate(added(site.b("/in")));
        FrameInfo late = page.oopif(site.b("/in"));
        assertThat(page.evaluate(CdpRoute.frame(late.frameId()), "document.title"))
                .isEqualTo("in");
    }

    @Test
    void aFrameKeepsItsIdAndPlaceWhileItsProcessChanges() {
        page.open(served(
                "/three", frame("one", site.a("/in")) + frame("two", site.a("/in")) + frame("three", site.b("/in"))));
        String id = page.frame(f -> f.name().equals(Optional.of("two"))).frameId();
        fails(ErrorCode.NOT_OOPIF, "contentWindow", () -> page.evaluate(CdpRoute.frame(id), "1"));

        send("two", site.b("/other"));
        assertThat(page.oopif(site.b("/other")).frameId()).isEqualTo(id);
        assertThat(names()).containsExactly("one", "two", "three");
        assertThat(page.evaluate(CdpRoute.frame(id), "location.pathname")).isEqualTo("/other");

        send("two", site.b("/in"));
        page.frame(f -> f.frameId().equals(id) && f.url().equals(site.b("/in")));
        assertThat(page.evaluate(CdpRoute.frame(id), "location.pathname")).isEqualTo("/in");

        send("two", site.a("/other"));
        FrameInfo back = page.frame(f -> f.url().equals(site.a("/other")));
        assertThat(back.frameId()).isEqualTo(id);
        assertThat(back.oopif()).isFalse();
        assertThat(names()).containsExactly("one", "two", "three");
        fails(ErrorCode.NOT_OOPIF, "contentWindow", () -> page.evaluate(CdpRoute.frame(id), "1"));
    }

    @Test
    void whatIsBelowAFrameGoesWithItsDocument() {
        page.open(served("/nest", frame("outer", site.b("/mid"))));
        FrameInfo middle = page.oopif(site.b("/mid"));
        FrameInfo leaf = page.oopif(site.a("/in"));
        assertThat(leaf.parentFrameId()).contains(middle.frameId());

        send("outer", site.a("/mid"));
        page.await(
                "the frame and its child in the page's process",
                s -> s.frames().size() == 3
                        && s.frames().stream().noneMatch(FrameInfo::oopif)
                        && s.frames().get(2).url().equals(site.a("/in")));
        assertThat(page.now().sessions()).hasSize(1);
        fails(ErrorCode.FRAME_NOT_FOUND, leaf.frameId(), () -> page.evaluate(CdpRoute.frame(leaf.frameId()), "1"));

        send("outer", site.a("/in"));
        page.await("no frame below it", s -> s.frames().size() == 2);
    }

    @Test
    void framesWithoutAnAddressOfTheirOwnAreInTheirParentsProcess() {
        page.open(served(
                "/plain",
                "<iframe name=blank></iframe><iframe name=doc srcdoc='<p>x'></iframe>"
                        + "<iframe name=data src='data:text/html,<p>x'></iframe>"));
        page.await("four frames", s -> s.frames().size() == 4);
        page.frame(f -> f.name().equals(Optional.of("data")) && f.url().startsWith("data:"));
        FrameTree tree = tree();
        assertThat(tree.children()).extracting(f -> f.name().orElse("")).containsExactly("blank", "doc", "data");
        assertThat(tree.children()).noneMatch(FrameInfo::oopif).allSatisfy(f -> {
            assertThat(f.sessionId()).isEmpty();
            assertThat(f.parentFrameId()).contains(page.target());
        });
        assertThat(tree.children()).extracting(FrameInfo::url).startsWith("about:blank", "about:srcdoc");
    }

    @Test
    void aSandboxedFrameIsReachedWhereverItRuns() {
        page.open(served("/sandbox", "<iframe name=box sandbox=allow-scripts src='" + site.a("/in") + "'></iframe>"));
        FrameInfo box =
                page.frame(f -> f.name().equals(Optional.of("box")) && f.url().equals(site.a("/in")));
        assertThat(box.oopif()).as("Chromium isolates it").isTrue();
        assertThat(page.evaluate(CdpRoute.frame(box.frameId()), "self.origin")).isEqualTo("null");
    }

    @Test
    void whatFitsIsAllThereInTheOrderOfTheDocument() {
        List<String> urls = IntStream.range(0, 8)
                .mapToObj(i -> List.of(0, 2, 5, 6).contains(i) ? site.a("/in?" + i) : site.b("/in?" + i))
                .toList();
        page.open(served("/mixed", urls.stream().map(u -> frame("f", u)).collect(Collectors.joining())));
        page.await("eight documents", s -> urls(s.frames()).equals(urls));
        FrameTree tree = tree();
        assertThat(tree.truncated()).isFalse();
        assertThat(tree.children())
                .extracting(FrameInfo::oopif)
                .isEqualTo(urls.stream().map(u -> u.startsWith(site.b(""))).toList());
        assertThat(tree.children())
                .allSatisfy(f -> assertThat(f.sessionId().isPresent()).isEqualTo(f.oopif()));
    }

    @Test
    void ofSixtyFramesTheFirstThirtyAreShownInTheOrderOfTheDocument() {
        List<String> urls =
                IntStream.range(0, 60).mapToObj(i -> site.a("/in?" + i)).toList();
        page.open(served("/many", urls.stream().map(u -> frame("f", u)).collect(Collectors.joining())));
        page.await("sixty documents", s -> urls(s.frames()).equals(urls));
        FrameTree tree = tree();
        assertThat(tree.truncated()).isTrue();
        assertThat(tree.top().orElseThrow().frameId()).isEqualTo(page.target());
        assertThat(tree.children()).extracting(FrameInfo::url).isEqualTo(urls.subList(0, 30));
        assertThat(tree()).isEqualTo(tree);
    }

    @Test
    void aPageFromTheBackForwardCacheHasItsFramesAgain() {
        page.open(served(
                "/kept",
                "<script>onpageshow = e => { window.kept = e.persisted }</script>" + frame("local", site.a("/in"))
                        + frame("cross", site.b("/in"))));
        page.oopif(site.b("/in"));
        List<Tuple> before = page.now().frames().stream()
                .map(f -> tuple(f.frameId(), f.url(), f.oopif()))
                .toList();
        page.open(site.b("/quiet"));
        page.await("one frame", s -> s.frames().size() == 1);

        page.later("history.back()");
        page.await(
                "the page again",
                s -> s.page().url().equals(site.a("/kept")) && s.frames().size() == 3);
        assertThat(page.evaluate("window.kept")).as("it comes from the cache").isEqualTo(true);
        FrameInfo cross = page.oopif(site.b("/in"));
        assertThat(page.evaluate(CdpRoute.frame(cross.frameId()), "document.title"))
                .isEqualTo("in");
        assertThat(page.now().frames())
                .extracting(FrameInfo::frameId, FrameInfo::url, FrameInfo::oopif)
                .containsExactlyInAnyOrderElementsOf(before);
        assertThat(page.now().page().loaded()).isTrue();
    }

    @Test
    void aPageThatWantsToBeRenderedAheadIsNotAndComesWhenItIsGoneTo() {
        site.page("/ahead", "<title>ahead</title>" + frame("own", site.a("/in")));
        String rules = served(
                "/rules",
                frame("own", site.a("/other")) + "<script type=speculationrules>"
                        + "{\"prerender\": [{\"urls\": [\"/ahead\"], \"eagerness\": \"immediate\"}]}</script>");
        try (OtherClient other = new OtherClient(chromium)) {
            other.call(other.watch(page.target()), "Preload.enable", Map.of());
            page.open(rules);
            other.await(
                    "Preload.prerenderStatusUpdated",
                    p -> p.get("prerenderStatus").equals("PrerenderingDisabledByDevTools"));
        }
        assertThat(urls(page.now().frames())).containsExactly(site.a("/other"));
        page.later("location.href = '/ahead'");
        page.await(
                "the page",
                s -> s.page().url().equals(site.a("/ahead")) && urls(s.frames()).equals(List.of(site.a("/in"))));
    }

    private static String served(String path, String html) {
        return site.page(path, html).a(path);
    }

    private static String frame(String name, String url) {
        return "<iframe name='" + name + "' src='" + url + "' width=9 height=9></iframe>";
    }

    private static String added(String url) {
        return "new Promise(done => { const f = document.createElement('iframe'); f.onload = () => done(0); f.src = '"
                + url + "'; document.body.append(f) })";
    }

    private void send(String name, String url) {
        page.evaluate("document.querySelector('iframe[name=" + name + "]').src = '" + url + "'; 0");
    }

    private FrameTree tree() {
        return FrameTree.of(page.now().frames());
    }

    private List<String> names() {
        return tree().children().stream().map(f -> f.name().orElse("")).toList();
    }

    /** Of all frames but the top one. */
    private static List<String> urls(List<FrameInfo> frames) {
        return frames.stream().skip(1).map(FrameInfo::url).toList();
    }
}
