package io.cdpsupervisor.bench;

import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From a dialog's opening under a waiting tool call to that call's answer, over MCP stdio. */
final class BlockedCall implements Measure {

    private static final int WARM_UP = 50;
    private static final int ROUNDS = 300;
    private static final double MEDIAN_MS = 50;
    private static final double P99_MS = 250;
    /** Long after the call has begun to wait. */
    private static final String ARGUMENTS = "{\"method\":\"Runtime.evaluate\",\"params\":{\"awaitPromise\":true,"
            + "\"expression\":\"new Promise(done => setTimeout(() => { alert(" + PageClock.NOW
            + "); done() }, 30))\"}}";

    private static final Pattern BLOCKED_BY =
            Pattern.compile("\"blocked_by_dialog\":\\{[^}]*\"message\":\"([0-9.]+)\"");

    @Override
    public List<Figure> of(Distribution product, Path temporary) throws Exception {
        try (TestSite site = TestSite.start().page("/", PageClock.PRECISE, "<title>bench</title>");
                Chromium chromium = Chromium.start();
                Agent agent = Agent.on(chromium, product, temporary)) {
            String targetId = agent.navigate(site.a("/"));
            try (BarePage page = BarePage.at(BarePage.socketOf(URI.create(chromium.wsUrl()), targetId))) {
                Samples blocked = measure(agent, PageClock.of(page));
                agent.hangUp();
                return List.of(
                        new Figure("blocked p50", blocked.median(), MEDIAN_MS, "ms", blocked.toString()),
                        new Figure("blocked p99", blocked.percentile(99), P99_MS, "ms", "of the same calls"));
            }
        }
    }

    private static Samples measure(Agent agent, PageClock clock) throws IOException, InterruptedException {
        Samples blocked = new Samples("MCP");
        for (int round = 0; round < WARM_UP + ROUNDS; round++) {
            String answer = agent.answer("browser_cdp", ARGUMENTS);
            long now = System.nanoTime();
            Matcher dialog = BLOCKED_BY.matcher(answer);
            if (!dialog.find()) {
                throw new IOException("Not blocked by a dialog: " + answer);
            }
            if (round >= WARM_UP) {
                blocked.add(now - clock.nanoTime(dialog.group(1)));
            }
            agent.call("browser_dialog", "{\"action\":\"accept\"}");
        }
        return blocked;
    }
}
