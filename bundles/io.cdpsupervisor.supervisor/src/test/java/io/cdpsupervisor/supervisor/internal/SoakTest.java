package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.dialog.ClosedBy;
import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Much of everything on the real browser, after which nothing is there that was not there before. How much, says the
 * system property {@code soak.percent}: 10 in the usual build, 100 with {@code -Psoak}.
 */
class SoakTest {

    private static final Logger LOG = LoggerFactory.getLogger(SoakTest.class);
    private static final int DIALOGS = 2_000;
    private static final int FRAMES = 500;
    private static final int CONNECTIONS = 200;

    private static final DialogSettings PATIENT = new DialogSettings(DialogPolicy.MUST_RESPOND, Duration.ofMinutes(5));
    private static final DialogSettings HASTY = new DialogSettings(DialogPolicy.MUST_RESPOND, Duration.ofMillis(5));
    private static final DialogSettings ACCEPTING = new DialogSettings(DialogPolicy.AUTO_ACCEPT, Duration.ofMinutes(5));

    private final Hush watchdogsAndLosses = new Hush(DialogDesk.class, TaskConnection.class);
    private final Chromium chromium = Chromium.start();
    private final int port = URI.create(chromium.httpUrl()).getPort();
    private final TcpRelay relay = TcpRelay.to(port);
    private final TestSite site = TestSite.start();
    private final MeteredConnector connector = new MeteredConnector();
    private volatile DialogSettings settings = PATIENT;
    private final Supervisors supervisors = new Supervisors(connector, () -> settings);
    private TestPage page;
    private int dialogs;

    @BeforeEach
    void start() {
        watchdogsAndLosses.begin();
        site.page("/in", "<p>in</p>");
        site.page("/", "<iframe src=/in></iframe><iframe src='" + site.b("/in") + "'></iframe>");
        attach();
    }

    @AfterEach
    void stop() {
        supervisors.stopAll();
        relay.close();
        site.close();
        chromium.close();
        watchdogsAndLosses.end();
    }

    @Test
    void nothingIsLeftOfDialogsFramesAndConnections() {
        // Enough for each kind of end: five lost connections in a row are one.
        goThrough(3);
        Footprint before = footprint();
        goThrough(Integer.getInteger("soak.percent", 10));
        assertThat(footprint().growthSince(before)).as("more than before").isEmpty();
        supervisors.stopAll();
        Await.until("no thread is left", () -> Footprint.threads().isEmpty());
        Await.until("no socket is left but the relay's own", () -> Footprint.sockets(Set.of(port, relay.port())) == 1);
    }

    private void goThrough(int percent) {
        times(CONNECTIONS * percent / 100, "connections", this::loseConnection);
        attach();
        page.open(site.a("/"));
        page.oopif(site.b("/in"));
        times(FRAMES * percent / 100, "frames", this::addAndRemoveFrame);
        times(DIALOGS * percent / 100, "dialogs", this::openDialog);
    }

    private static void times(int times, String what, IntConsumer action) {
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            action.accept(i);
        }
        LOG.info("{} {} in {} ms", times, what, (System.nanoTime() - start) / 1_000_000);
    }

    // -- connections

    /** None of them lives for long, so the fifth loss ends a supervisor; the next one begins with a page of its own. */
    private void loseConnection(int number) {
        attach();
        TaskCdp.PendingReply waiting = never(CdpRoute.PAGE);
        relay.cut();
        TestPage.fails(ErrorCode.DISCONNECTED, "", waiting::join);
        Await.until("the loss is seen", () -> page.now().state() != SupervisorState.ATTACHED);
    }

    private void attach() {
        Optional<String> before = Optional.ofNullable(page).map(TestPage::target);
        String url = relay.httpUrl();
        page = new TestPage(
                supervisors,
                "t",
                new SupervisorSpec(
                        url,
                        () -> new CdpEndpoint(url),
                        Optional.empty(),
                        Optional.empty(),
                        TestPage.LONG,
                        1L << 20,
                        true));
        // Nobody could close it when the browser was given up.
        before.filter(target -> !target.equals(page.target()))
                .ifPresent(target -> page.send(CdpRoute.BROWSER, "Target.closeTarget", Map.of("targetId", target))
                        .join());
    }

    // -- frames

    private void addAndRemoveFrame(int number) {
        String url = site.b("/in?" + number);
        page.evaluate("{ const x = document.createElement('iframe'); x.id = 'x'; x.src = '" + url
                + "'; document.body.append(x); }");
        TaskCdp.PendingReply waiting = never(CdpRoute.frame(page.oopif(url).frameId()));
        page.evaluate("x.remove()");
        TestPage.fails(ErrorCode.SESSION_GONE, "", waiting::join);
        page.await("the frame is gone", s -> s.frames().size() == 3);
    }

    // -- dialogs

    private void openDialog(int number) {
        String id = "d-" + ++dialogs;
        switch (number % 3) {
            case 0 -> {
                settings = PATIENT;
                openIn(number / 3);
                page.accept(page.pending());
                ended(id, ClosedBy.AGENT);
            }
            case 1 -> {
                settings = ACCEPTING;
                openIn(number / 3);
                ended(id, ClosedBy.AUTO_POLICY);
            }
            default -> {
                settings = HASTY;
                openIn(number / 3);
                ended(id, ClosedBy.WATCHDOG);
            }
        }
    }

    private void openIn(int place) {
        switch (place % 3) {
            case 0 -> page.later("confirm('in the page')");
            case 1 -> page.later("frames[0].confirm('in its process')");
            default -> page.later(CdpRoute.frame(page.oopif(site.b("/in")).frameId()), "confirm('in another one')");
        }
    }

    private void ended(String id, ClosedBy who) {
        List<ClosedDialog> recent = page.await(
                        "the end of " + id,
                        s -> s.recent().stream().anyMatch(c -> c.dialog().id().equals(id)))
                .recent();
        assertThat(recent).last().satisfies(last -> {
            assertThat(last.dialog().id()).isEqualTo(id);
            assertThat(last.closedBy()).as("who closed " + id).isEqualTo(who);
        });
        assertThat(page.now().pending()).isEmpty();
    }

    // -- what there is

    private Footprint footprint() {
        Attachment attachment = connector.onLoop(
                () -> page.supervisor().connection().attachment().orElseThrow());
        Await.until(
                "every call is answered and every timer is over",
                () -> connector.waitingCalls() == 0 && connector.timers() == 0);
        Map<String, Long> counts = new TreeMap<>(Footprint.ofProcess(Set.of(port, relay.port())));
        counts.put("sessions", connector.count(() -> attachment.sessions().all()));
        counts.put("frames", connector.count(() -> page.now().frames()));
        counts.put(
                "open dialogs",
                connector.count(() -> page.supervisor().context().dialogs().openEntries()));
        return new Footprint(counts);
    }

    /** A call that is only ended by what this test is about. */
    private TaskCdp.PendingReply never(CdpRoute route) {
        return page.send(
                route, "Runtime.evaluate", Map.of("expression", "new Promise(() => {})", "awaitPromise", true));
    }
}
