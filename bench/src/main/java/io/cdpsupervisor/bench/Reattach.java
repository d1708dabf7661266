package io.cdpsupervisor.bench;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.supervisor.FrameInfo;
import io.cdpsupervisor.api.supervisor.SessionInfo;
import io.cdpsupervisor.api.supervisor.Supervisor;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * From the dial until every out-of-process frame of a loaded page is known with session and address. The supervisor
 * takes a loaded page when a lost connection is restored, so its connection is cut; the bare client takes another page
 * of the same kind, on the same way.
 */
final class Reattach implements Measure {

    private static final int FRAMES = 30;
    private static final int SUPERVISORS = 20;
    /** Few, for the pause before a new dial doubles with each. */
    private static final int LOSSES = 2;

    private static final double TARGET = 2;

    private final Samples supervised = new Samples("snapshot");
    private final Samples bare = new Samples("bare socket");

    @Override
    public List<Figure> of(Distribution product, Path temporary) throws Exception {
        try (TestSite site = TestSite.start();
                Chromium chromium = Chromium.start();
                Embedded embedded = Embedded.start(product, temporary);
                Relay relay = new Relay(URI.create(chromium.wsUrl()).getPort())) {
            site.page("/leaf", "<title>leaf</title>")
                    .page("/", ("<iframe src=" + site.b("/leaf") + "></iframe>").repeat(FRAMES));
            URI browser = relay.to(URI.create(chromium.wsUrl()));
            BareFrames twin = BareFrames.open(browser, site.a("/"), site.b("/leaf"), FRAMES);
            for (int i = 0; i < SUPERVISORS; i++) {
                compare(embedded, relay, browser, twin, site);
            }
        }
        return List.of(Figure.ratio("attach", supervised, bare, TARGET));
    }

    private void compare(Embedded embedded, Relay relay, URI browser, BareFrames twin, TestSite site) throws Exception {
        AtomicLong dialled = new AtomicLong();
        Supervisor supervisor = embedded.supervisor("bench", () -> {
            dialled.set(System.nanoTime());
            return new CdpEndpoint(browser.toString());
        });
        try (SupervisedPage page = SupervisedPage.open(supervisor, site.a("/"))) {
            settle(page, awaitFrames(page));
            for (int loss = 0; loss < LOSSES; loss++) {
                relay.cut();
                page.await("The loss", s -> s.state() == SupervisorState.RECONNECTING);
                SupervisorSnapshot known = awaitFrames(page);
                supervised.add(System.nanoTime() - dialled.get());
                settle(page, known);
                twin.attach(bare);
            }
        } finally {
            embedded.stop("bench");
        }
    }

    private static SupervisorSnapshot awaitFrames(SupervisedPage page) {
        return page.await("The frames", Reattach::complete);
    }

    private static boolean complete(SupervisorSnapshot snapshot) {
        return snapshot.state() == SupervisorState.ATTACHED
                && snapshot.frames().stream().filter(Reattach::known).count() == FRAMES
                && snapshot.sessions().stream().filter(s -> !s.url().isEmpty()).count() == FRAMES + 1;
    }

    private static boolean known(FrameInfo frame) {
        return frame.oopif() && frame.sessionId().isPresent() && !frame.url().isEmpty();
    }

    /** So that nothing of it runs into the other one's turn. */
    private static void settle(SupervisedPage page, SupervisorSnapshot known) {
        known.sessions().stream().map(SessionInfo::sessionId).forEach(page::settle);
    }
}
