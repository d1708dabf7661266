package io.cdpsupervisor.bench;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** From a page's {@code alert()} to whoever waits for it, in the supervisor's snapshot and on a bare WebSocket. */
final class DialogSeen implements Measure {

    private static final int WARM_UP = 100;
    private static final int ROUNDS = 500;
    private static final double TARGET = 1.5;

    @Override
    public List<Figure> of(Distribution product, Path temporary) throws Exception {
        try (TestSite site = TestSite.start().page("/", PageClock.PRECISE, "<title>bench</title>");
                Chromium chromium = Chromium.start();
                Embedded embedded = Embedded.start(product, temporary);
                BarePage bare = BarePage.open(URI.create(chromium.wsUrl()), site.a("/"));
                SupervisedPage supervised = SupervisedPage.open(
                        embedded.supervisor("bench", () -> new CdpEndpoint(chromium.httpUrl())), site.a("/"))) {
            return List.of(compare(supervised, bare));
        }
    }

    private static Figure compare(SupervisedPage supervised, BarePage bare) throws Exception {
        Samples warmUp = new Samples("warm-up");
        Samples inSnapshot = new Samples("snapshot");
        Samples onSocket = new Samples("bare socket");
        PageClock supervisedClock = PageClock.of(supervised);
        PageClock bareClock = PageClock.of(bare);
        for (int round = 0; round < WARM_UP + ROUNDS; round++) {
            boolean warm = round >= WARM_UP;
            see(bare, bareClock, warm ? onSocket : warmUp);
            see(supervised, supervisedClock, warm ? inSnapshot : warmUp);
        }
        return Figure.ratio("dialog", inSnapshot, onSocket, TARGET);
    }

    /** The dialog says when it opened. */
    private static void see(WatchedPage page, PageClock clock, Samples samples) throws Exception {
        page.start("alert(" + PageClock.NOW + ")");
        String opened = page.awaitDialog();
        samples.add(System.nanoTime() - clock.nanoTime(opened));
        page.accept();
        page.finish();
    }
}
