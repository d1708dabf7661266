package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.PageUnderTest.PAGE;
import static io.cdpsupervisor.supervisor.internal.PageUnderTest.TOP;
import static io.cdpsupervisor.supervisor.internal.Told.attached;
import static io.cdpsupervisor.supervisor.internal.Told.detached;
import static io.cdpsupervisor.supervisor.internal.Told.frameAttached;
import static io.cdpsupervisor.supervisor.internal.Told.infoChanged;
import static io.cdpsupervisor.supervisor.internal.Told.navigated;
import static io.cdpsupervisor.supervisor.internal.Told.node;
import static io.cdpsupervisor.supervisor.internal.Told.removed;
import static io.cdpsupervisor.supervisor.internal.Told.swapped;
import static io.cdpsupervisor.supervisor.internal.Told.tree;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a browser has told of a page before something happens to it. Pure. */
final class PagesSoFar {

    static final String A = "http://a.test";
    static final String B = "http://b.test";
    static final String C = "http://c.test";

    private PagesSoFar() {}

    static List<Told> threeChildren() {
        return List.of(
                navigated(PAGE, TOP, "", A + "/"),
                frameAttached(PAGE, "first", TOP),
                navigated(PAGE, "first", TOP, A + "/1"),
                frameAttached(PAGE, "kid", TOP),
                navigated(PAGE, "kid", TOP, A + "/2"),
                frameAttached(PAGE, "grandkid", "kid"),
                navigated(PAGE, "grandkid", "kid", A + "/in"),
                frameAttached(PAGE, "last", TOP),
                navigated(PAGE, "last", TOP, A + "/3"));
    }

    /** The one in the middle has a process of its own, and a frame with another one in it. */
    static List<Told> nested() {
        return Stream.of(
                        threeChildren(),
                        List.of(removed(PAGE, "grandkid")),
                        ownProcess(PAGE, "C", "kid", TOP, B + "/2"),
                        List.of(frameAttached("C", "grandkid", "kid")),
                        ownProcess("C", "G", "grandkid", "kid", A + "/deep"),
                        List.of(
                                frameAttached("G", "leaf", "grandkid"),
                                navigated("G", "leaf", "grandkid", A + "/leaf")))
                .flatMap(List::stream)
                .toList();
    }

    private static List<Told> ownProcess(String on, String session, String frame, String parent, String url) {
        return List.of(
                attached(on, session, frame, parent),
                tree(session, node(frame, parent, "", List.of())),
                navigated(session, frame, parent, url),
                infoChanged(on, frame, url),
                swapped(on, frame));
    }

    static Map<String, Object> leaf(String frame, int number) {
        return node(frame, TOP, A + "/" + number, List.of());
    }

    static Map<String, Object> withGrandchild() {
        return node("kid", TOP, A + "/2", List.of(node("grandkid", "kid", A + "/in", List.of())));
    }

    /** From there the way leads back to {@link #nested}. */
    static List<Told> leftForAnotherPage() {
        return Stream.of(
                        List.of(tree(PAGE, node(TOP, "", "about:blank", List.of()))),
                        nested(),
                        List.of(
                                detached(PAGE, "C", "kid"),
                                navigated(PAGE, TOP, "", C + "/"),
                                frameAttached(PAGE, "other", TOP),
                                navigated(PAGE, "other", TOP, C + "/1")),
                        ownProcess(PAGE, "X", "foreign", TOP, B + "/foreign"))
                .flatMap(List::stream)
                .toList();
    }
}
