package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.PageUnderTest.PAGE;
import static io.cdpsupervisor.supervisor.internal.PageUnderTest.TOP;
import static io.cdpsupervisor.supervisor.internal.PagesSoFar.A;
import static io.cdpsupervisor.supervisor.internal.PagesSoFar.B;
import static io.cdpsupervisor.supervisor.internal.PagesSoFar.C;
import static io.cdpsupervisor.supervisor.internal.PagesSoFar.leaf;
import static io.cdpsupervisor.supervisor.internal.PagesSoFar.nested;
import static io.cdpsupervisor.supervisor.internal.PagesSoFar.threeChildren;
import static io.cdpsupervisor.supervisor.internal.Told.attached;
import static io.cdpsupervisor.supervisor.internal.Told.context;
import static io.cdpsupervisor.supervisor.internal.Told.detached;
import static io.cdpsupervisor.supervisor.internal.Told.dialog;
import static io.cdpsupervisor.supervisor.internal.Told.frameAttached;
import static io.cdpsupervisor.supervisor.internal.Told.infoChanged;
import static io.cdpsupervisor.supervisor.internal.Told.navigated;
import static io.cdpsupervisor.supervisor.internal.Told.node;
import static io.cdpsupervisor.supervisor.internal.Told.removed;
import static io.cdpsupervisor.supervisor.internal.Told.restored;
import static io.cdpsupervisor.supervisor.internal.Told.swapped;
import static io.cdpsupervisor.supervisor.internal.Told.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.supervisor.FrameInfo;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * What Chromium tells of one change of a page comes from the browser process and from one renderer a session, and those
 * do not wait for each other. Every order in which it can arrive has to end in the same frames.
 */
class FrameOrdersTest {

    private static final Hush FENCE = new Hush(PageFence.class);

    @BeforeContainer
    static void hush() {
        FENCE.begin();
    }

    @AfterContainer
    static void speak() {
        FENCE.end();
    }

    // -- into a process of its own

    @Property(generation = GenerationMode.EXHAUSTIVE)
    void aFrameThatGetsAProcessOfItsOwnKeepsItsPlace(@ForAll("swap") List<Told> order) {
        ends(
                threeChildren(),
                order,
                "top http://a.test/ of http://a.test",
                "  first http://a.test/1 of http://a.test",
                "  kid http://b.test/2 of http://b.test out of process, session C",
                "  last http://a.test/3 of http://a.test");
    }

    /** The page's renderer draws its frame tree before it lets the frame go, or after that. */
    @Provide
    Arbitrary<List<Told>> swap() {
        Map<String, Object> before =
                node(TOP, "", A + "/", List.of(leaf("first", 1), PagesSoFar.withGrandchild(), leaf("last", 3)));
        Map<String, Object> after = node(TOP, "", A + "/", List.of(leaf("first", 1), leaf("last", 3)));
        Told gone = removed(PAGE, "grandkid");
        Told swapped = swapped(PAGE, "kid");
        Told again = swapped(PAGE, "kid");
        return anyOf(swap(swapped, tree(PAGE, before), gone, swapped), swap(again, gone, again, tree(PAGE, after)));
    }

    private static Orders<Told> swap(Told swapped, Told... renderer) {
        Told attached = attached(PAGE, "C", "kid", TOP);
        Told context = context("C", "Created");
        return new Orders<Told>()
                .strand(attached, infoChanged(PAGE, "kid", B + "/2"))
                .strand(renderer)
                .strand(context, tree("C", node("kid", TOP, "", List.of())), navigated("C", "kid", TOP, B + "/2"))
                .cause(attached, context)
                .cause(attached, swapped);
    }

    // -- out of it

    @Property(generation = GenerationMode.EXHAUSTIVE)
    void aFrameThatComesBackIntoThePageKeepsItsPlace(@ForAll("back") List<Told> order) {
        ends(
                nested(),
                order,
                "top http://a.test/ of http://a.test",
                "  first http://a.test/1 of http://a.test",
                "  kid http://a.test/back of http://a.test",
                "  last http://a.test/3 of http://a.test");
    }

    @Provide
    Arbitrary<List<Told>> back() {
        Told gone = detached(PAGE, "C", "kid");
        Told back = frameAttached(PAGE, "kid", TOP);
        return anyOf(new Orders<Told>()
                .strand(detached("C", "G", "grandkid"), gone)
                .strand(
                        tree(PAGE, node(TOP, "", A + "/", List.of(leaf("first", 1), leaf("last", 3)))),
                        back,
                        navigated(PAGE, "kid", TOP, A + "/back"))
                .strand(frameAttached("C", "late", "kid"), navigated("C", "late", "kid", B + "/late"))
                .strand(navigated("G", "grandkid", "kid", A + "/late"))
                .cause(gone, back));
    }

    @Property(generation = GenerationMode.EXHAUSTIVE)
    void aFrameThatGoesToAnotherSiteKeepsItsSession(@ForAll("elsewhere") List<Told> order) {
        ends(
                nested(),
                order,
                "top http://a.test/ of http://a.test",
                "  first http://a.test/1 of http://a.test",
                "  kid http://c.test/ of http://c.test out of process, session C",
                "    fresh http://c.test/in of http://c.test",
                "  last http://a.test/3 of http://a.test");
    }

    @Provide
    Arbitrary<List<Told>> elsewhere() {
        return anyOf(new Orders<Told>()
                .strand(detached("C", "G", "grandkid"), infoChanged(PAGE, "kid", C + "/"))
                .strand(
                        context("C", "sCleared"),
                        navigated("C", "kid", TOP, C + "/"),
                        frameAttached("C", "fresh", "kid"),
                        navigated("C", "fresh", "kid", C + "/in"))
                .strand(frameAttached("G", "late", "grandkid"), navigated("G", "grandkid", "kid", A + "/late")));
    }

    // -- gone

    @Property(generation = GenerationMode.EXHAUSTIVE)
    void aFrameThatIsRemovedLeavesNothing(@ForAll("removal") List<Told> order) {
        ends(
                nested(),
                order,
                "top http://a.test/ of http://a.test",
                "  first http://a.test/1 of http://a.test",
                "  last http://a.test/3 of http://a.test");
    }

    @Provide
    Arbitrary<List<Told>> removal() {
        return anyOf(new Orders<Told>()
                .strand(infoChanged(PAGE, "kid", B + "/late"), detached(PAGE, "C", "kid"))
                .strand(removed(PAGE, "kid"))
                .strand(
                        navigated("C", "kid", TOP, B + "/late"),
                        frameAttached("C", "late", "kid"),
                        navigated("C", "late", "kid", B + "/later"))
                .strand(navigated("G", "grandkid", "kid", A + "/late")));
    }

    @Property(generation = GenerationMode.EXHAUSTIVE)
    void framesWithinEachOtherMayGoInAnyOrder(@ForAll("removals") List<Told> order) {
        ends(
                nested(),
                order,
                "top http://a.test/ of http://a.test",
                "  first http://a.test/1 of http://a.test",
                "  last http://a.test/3 of http://a.test");
    }

    @Provide
    Arbitrary<List<Told>> removals() {
        return anyOf(new Orders<Told>()
                .strand(removed(PAGE, "kid"))
                .strand(detached(PAGE, "C", "kid"))
                .strand(removed("C", "grandkid"))
                .strand(detached("C", "G", "grandkid"))
                .strand(removed("G", "leaf")));
    }

    /** Chromium would die of the next touch, so no session of ours may stay on the page. */
    @Property(generation = GenerationMode.EXHAUSTIVE)
    void aFrameThatIsRemovedUnderItsDialogTakesThePageWithIt(@ForAll("removals") List<Told> order) {
        PageUnderTest page = PageUnderTest.attachment();
        nested().forEach(page::hear);
        page.hear(dialog(PAGE, "kid"));
        order.forEach(page::hear);
        assertThat(page.sessions()).as("after %s", order).isEmpty();
    }

    // -- the whole page

    @Property(generation = GenerationMode.EXHAUSTIVE)
    void aPageThatIsLeftTakesItsFramesWithItThoughTheyTellSomethingLater(@ForAll("leaving") List<Told> order) {
        ends(nested(), order, "top http://c.test/ of http://c.test", "  fresh  of ");
    }

    @Provide
    Arbitrary<List<Told>> leaving() {
        return anyOf(new Orders<Told>()
                .strand(
                        infoChanged(PAGE, "kid", B + "/late"),
                        detached("C", "G", "grandkid"),
                        detached(PAGE, "C", "kid"))
                .strand(navigated(PAGE, TOP, "", C + "/"), frameAttached(PAGE, "fresh", TOP))
                .strand(frameAttached("C", "late", "kid"), navigated("C", "kid", TOP, B + "/late"))
                .strand(navigated("G", "grandkid", "kid", A + "/late")));
    }

    /** In-process frames send no event at all then; only the page's reply to the question that follows names them. */
    @Property(generation = GenerationMode.EXHAUSTIVE)
    void aPageFromTheBackForwardCacheHasTheFramesItHad(@ForAll("restore") List<Told> order) {
        for (PageUnderTest page : pages()) {
            PagesSoFar.leftForAnotherPage().forEach(page::hear);
            order.forEach(page::hear);
            assertThat(FrameLines.of(page.frames()))
                    .as("%s after %s", page, order)
                    .containsExactlyInAnyOrder(
                            "top http://a.test/ of http://a.test",
                            "  first http://a.test/1 of http://a.test",
                            "  kid http://b.test/2 of http://b.test out of process, session C2",
                            "    leaf http://b.test/leaf of http://b.test",
                            "    grandkid http://a.test/deep of http://a.test out of process, session G2");
            assertThat(page.sessions()).containsExactly("C2", "G2", PAGE);
        }
    }

    @Provide
    Arbitrary<List<Told>> restore() {
        Told kid = attached(PAGE, "C2", "kid", TOP, B + "/2");
        Told grandkid = attached("C2", "G2", "grandkid", "kid", A + "/deep");
        Told restored = restored(PAGE, TOP, A + "/");
        Told children = tree("C2", node("kid", TOP, B + "/2", List.of(node("leaf", "kid", B + "/leaf", List.of()))));
        Told deep = tree("G2", node("grandkid", "kid", A + "/deep", List.of()));
        return anyOf(new Orders<Told>()
                .strand(detached(PAGE, "X", "foreign"), kid, grandkid)
                .strand(restored, tree(PAGE, node(TOP, "", A + "/", List.of(leaf("first", 1)))))
                .strand(children)
                .strand(deep)
                .cause(kid, restored)
                .cause(kid, children)
                .cause(grandkid, deep));
    }

    // -- the property

    private static void ends(List<Told> before, List<Told> order, String... lines) {
        for (PageUnderTest page : pages()) {
            before.forEach(page::hear);
            order.forEach(page::hear);
            List<FrameInfo> frames = page.frames();
            assertThat(FrameLines.of(frames)).as("%s after %s", page, order).containsExactly(lines);
            assertThat(page.sessions())
                    .as("the sessions of %s", page)
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(Stream.of(PAGE), frames.stream().flatMap(f -> f.sessionId().stream()))
                                    .toList());
        }
    }

    private static List<PageUnderTest> pages() {
        return List.of(PageUnderTest.table(), PageUnderTest.attachment());
    }

    @SafeVarargs
    private static Arbitrary<List<Told>> anyOf(Orders<Told>... orders) {
        return Arbitraries.of(Stream.of(orders).flatMap(o -> o.all().stream()).toList());
    }
}
