package io.cdpsupervisor.bench;

import io.cdpsupervisor.testkit.TestSite;
import java.nio.file.Path;
import java.util.List;

/** Resident memory of a host that nobody asks for anything, then with one page open. */
final class Memory implements Measure {

    private static final double LIMIT_MB = 200;

    @Override
    public List<Figure> of(Distribution product, Path temporary) throws Exception {
        try (TestSite site = TestSite.start().page("/", "<title>bench</title>");
                Agent agent = Agent.greeted(product.command("mcp", "--home", temporary.toString()))) {
            double idle = agent.rss();
            agent.call("browser_navigate", "{\"url\":\"" + site.a("/") + "\"}");
            double page = agent.rss();
            agent.hangUp();
            return List.of(
                    new Figure("RSS idle", idle, LIMIT_MB, "MB", "after initialize"),
                    new Figure("RSS page", page, LIMIT_MB, "MB", "with one page open, without the browser"));
        }
    }
}
