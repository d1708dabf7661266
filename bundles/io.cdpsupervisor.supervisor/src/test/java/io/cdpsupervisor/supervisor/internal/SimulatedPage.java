package io.cdpsupervisor.supervisor.internal;

import static io.cdpsupervisor.supervisor.internal.PageUnderTest.PAGE;
import static io.cdpsupervisor.supervisor.internal.PageUnderTest.TOP;

import io.cdpsupervisor.api.supervisor.FrameInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A page as Chromium keeps it, which tells what happens to it the way Chromium does: the browser process tells of
 * targets, a renderer of the frames it draws, and none waits for another. A frame has a process of its own where its
 * site is another one than its parent's. Confined to one thread.
 */
final class SimulatedPage {

    private static final int MAX_FRAMES = 10;
    private static final String BROWSER = "the browser process";

    /** What a page can do to itself. */
    enum Deed {
        /** A new iframe in some frame. */
        ADD,
        /** Some frame goes to a site. */
        NAVIGATE,
        /** Some iframe is removed. */
        REMOVE,
        /** Some frame changes its address without a new document. */
        PUSH_STATE,
        /** The page's renderer answers the question for its frame tree, once. */
        ANSWER
    }

    /**
     * One deed.
     *
     * @param frame which of the frames that are there
     * @param site where to
     * @param leftover whether what goes away tells something of itself on its way out
     */
    record Step(Deed deed, int frame, int site, boolean leftover) {
        @Override
        public String toString() {
            return deed + " " + frame + (site == 0 ? "" : " site " + site) + (leftover ? " leftover" : "");
        }
    }

    private final SimulatedFrame top = new SimulatedFrame(TOP, null);
    private final Strands told = new Strands();
    private boolean answered;
    private int numbers;

    SimulatedPage() {
        top.session = PAGE;
        top.url = address(0);
        told.tell(renderer(PAGE), Told.navigated(PAGE, TOP, "", top.url));
    }

    /** What was told since the last time, in one of the orders it can arrive in. */
    List<Told> settle(List<Integer> choices) {
        return told.letThrough(choices);
    }

    List<FrameInfo> frames() {
        return all().stream().map(SimulatedFrame::info).toList();
    }

    Set<String> sessions() {
        Set<String> sessions = new TreeSet<>(Set.of(PAGE));
        all().stream().filter(SimulatedFrame::outOfProcess).forEach(f -> sessions.add(f.session));
        return sessions;
    }

    void does(Step step) {
        List<SimulatedFrame> frames = all();
        SimulatedFrame frame = frames.get(step.frame() % frames.size());
        switch (step.deed()) {
            case ADD -> {
                if (frames.size() < MAX_FRAMES) {
                    add(frame, step.site());
                }
            }
            case NAVIGATE -> navigate(frame, step);
            case REMOVE -> {
                if (frame != top) {
                    remove(frame, step.leftover());
                }
            }
            case PUSH_STATE -> pushState(frame);
            case ANSWER -> answer();
        }
    }

    private void add(SimulatedFrame parent, int site) {
        SimulatedFrame frame = new SimulatedFrame("f" + ++numbers, parent);
        frame.site = parent.site;
        parent.children.add(frame);
        tellAbout(frame, Told.frameAttached(frame.drawnOn(), frame.id, parent.id));
        commit(frame, site, false);
    }

    private void navigate(SimulatedFrame frame, Step step) {
        if (frame != top && step.site() == frame.parent.site && frame.outOfProcess()) {
            goIn(frame, step.leftover());
        } else {
            commit(frame, step.site(), step.leftover());
        }
    }

    /** A new document in the process where the frame is, or in one that it gets for it. */
    private void commit(SimulatedFrame frame, int site, boolean leftover) {
        String url = address(site);
        if (frame == top || site == frame.parent.site || frame.outOfProcess()) {
            goBelow(frame, leftover);
            document(frame, site, url);
            if (frame.outOfProcess()) {
                told.tell(BROWSER, Told.infoChanged(frame.parent.drawnOn(), frame.id, url));
            }
        } else {
            goOut(frame, site, url, leftover);
        }
    }

    private void document(SimulatedFrame frame, int site, String url) {
        frame.site = site;
        frame.url = url;
        tellAbout(frame, Told.navigated(frame.drawnOn(), frame.id, frame.parentId(), url));
    }

    private void pushState(SimulatedFrame frame) {
        frame.url = address(frame.site);
        told.tell(renderer(frame), Told.navigatedWithin(frame.drawnOn(), frame.id, frame.url + "#part"));
        if (frame.outOfProcess()) {
            told.tell(BROWSER, Told.infoChanged(frame.parent.drawnOn(), frame.id, frame.url + "#part"));
        }
    }

    private void goOut(SimulatedFrame frame, int site, String url, boolean leftover) {
        String on = frame.drawnOn();
        String session = "s" + ++numbers;
        Told attached = told.tell(BROWSER, Told.attached(on, session, frame.id, frame.parent.id), about(frame));
        for (SimulatedFrame child : List.copyOf(frame.children)) {
            remove(child, leftover);
        }
        Told swapped = told.tell(renderer(on), Told.swapped(on, frame.id));
        told.cause(attached, swapped);
        frame.session = session;
        Told empty = Told.tree(session, Told.node(frame.id, frame.parent.id, "", List.of()));
        told.cause(attached, told.tell(renderer(session), empty));
        document(frame, site, url);
        told.tell(BROWSER, Told.infoChanged(on, frame.id, url));
    }

    private void goIn(SimulatedFrame frame, boolean leftover) {
        goBelow(frame, leftover);
        endSession(frame, leftover);
        frame.session = "";
        tellAbout(frame, Told.frameAttached(frame.drawnOn(), frame.id, frame.parent.id), BROWSER);
        document(frame, frame.parent.site, address(frame.parent.site));
    }

    /** Children of a document that is left go without a word, but for their targets. */
    private void goBelow(SimulatedFrame frame, boolean leftover) {
        for (SimulatedFrame child : frame.children) {
            goBelow(child, leftover);
            if (child.outOfProcess()) {
                endSession(child, leftover);
            }
        }
        frame.children.clear();
    }

    /** Of what was below the frame, only what the same renderer draws is told of. */
    private void remove(SimulatedFrame frame, boolean leftover) {
        for (SimulatedFrame child : List.copyOf(frame.children)) {
            remove(child, leftover);
        }
        String on = frame.parent.drawnOn();
        told.tell(renderer(on), Told.removed(on, frame.id));
        if (frame.outOfProcess()) {
            endSession(frame, leftover);
        }
        frame.parent.children.remove(frame);
    }

    private void endSession(SimulatedFrame frame, boolean leftover) {
        if (leftover) {
            String below = "f" + ++numbers;
            told.tell(renderer(frame), Told.frameAttached(frame.session, below, frame.id));
            told.tell(renderer(frame), Told.navigated(frame.session, below, frame.id, address(frame.site)));
            told.tell(renderer(frame), Told.navigated(frame.session, frame.id, frame.parent.id, address(frame.site)));
        }
        told.tell(BROWSER, Told.detached(frame.parent.drawnOn(), frame.session, frame.id));
    }

    private void answer() {
        if (!answered) {
            answered = true;
            told.tell(renderer(PAGE), Told.tree(PAGE, top.drawn()));
        }
    }

    // -- who tells

    private static String about(SimulatedFrame frame) {
        return "what its renderer told of " + frame.id;
    }

    private static String renderer(SimulatedFrame frame) {
        return renderer(frame.drawnOn());
    }

    private static String renderer(String session) {
        return "the renderer of " + session;
    }

    /** What a target's creation in the browser process comes after. */
    private void tellAbout(SimulatedFrame frame, Told what, String... others) {
        told.note(about(frame), told.tell(renderer(frame), what, others));
    }

    // -- the tree

    private String address(int site) {
        return "http://" + "abc".charAt(site) + ".test/" + ++numbers;
    }

    /** Parents before their children. */
    private List<SimulatedFrame> all() {
        List<SimulatedFrame> all = new ArrayList<>(List.of(top));
        for (int i = 0; i < all.size(); i++) {
            all.addAll(all.get(i).children);
        }
        return all;
    }
}
