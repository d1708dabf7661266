package io.cdpsupervisor.bench;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * 100,000 lines of console from one task of a page, until the last one is in the snapshot, against a bare WebSocket; and
 * how long a dialog that opens in the middle of a flood takes to be seen.
 */
final class ConsoleFlood implements Measure {

    private static final int LINES = 100_000;
    private static final int ROUNDS = 5;
    /** No less than 0.8 of the rate. */
    private static final double TARGET = 1.25;

    private static final int LINES_AROUND_DIALOG = 10_000;
    private static final int DIALOGS = 25;
    private static final double DIALOG_TARGET_MS = 250;

    private final Samples supervisedFlood = new Samples("snapshot");
    private final Samples bareFlood = new Samples("bare socket");
    private final Samples supervisedDialog = new Samples("snapshot");
    private final Samples bareDialog = new Samples("bare socket");

    @Override
    public List<Figure> of(Distribution product, Path temporary) throws Exception {
        try (TestSite site = TestSite.start().page("/", PageClock.PRECISE, "<title>bench</title>");
                Chromium chromium = Chromium.start();
                Embedded embedded = Embedded.start(product, temporary);
                BarePage bare = BarePage.open(URI.create(chromium.wsUrl()), site.a("/"));
                SupervisedPage supervised = SupervisedPage.open(
                        embedded.supervisor("bench", () -> new CdpEndpoint(chromium.httpUrl())), site.a("/"))) {
            compare(supervised, bare);
        }
        return List.of(
                Figure.ratio("console", supervisedFlood, bareFlood, TARGET),
                new Figure(
                        "its dialog",
                        supervisedDialog.median(),
                        DIALOG_TARGET_MS,
                        "ms",
                        supervisedDialog + ", " + bareDialog));
    }

    private void compare(SupervisedPage supervised, BarePage bare) throws Exception {
        Samples warmUp = new Samples("warm-up");
        flood(bare, warmUp, "first");
        flood(supervised, warmUp, "first");
        for (int round = 0; round < ROUNDS; round++) {
            flood(bare, bareFlood, "last " + round);
            flood(supervised, supervisedFlood, "last " + round);
        }
        PageClock bareClock = PageClock.of(bare);
        PageClock supervisedClock = PageClock.of(supervised);
        for (int round = 0; round < DIALOGS; round++) {
            interrupt(bare, bareClock, bareDialog, "end " + round);
            interrupt(supervised, supervisedClock, supervisedDialog, "end " + round);
        }
    }

    private static void flood(WatchedPage page, Samples samples, String last) throws Exception {
        samples.time(() -> {
            page.start(lines(LINES - 1) + line(last));
            page.awaitConsole(last);
        });
        page.finish();
    }

    private static void interrupt(WatchedPage page, PageClock clock, Samples samples, String last) throws Exception {
        String flood = lines(LINES_AROUND_DIALOG);
        page.start(flood + "alert(" + PageClock.NOW + ");" + flood + line(last));
        String opened = page.awaitDialog();
        samples.add(System.nanoTime() - clock.nanoTime(opened));
        page.accept();
        page.awaitConsole(last);
        page.finish();
    }

    private static String lines(int count) {
        return "for (let i = 0; i < " + count + "; i++) console.log('line', i);";
    }

    private static String line(String text) {
        return "console.log('" + text + "')";
    }
}
