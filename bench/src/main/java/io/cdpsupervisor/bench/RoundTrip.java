package io.cdpsupervisor.bench;

import io.cdpsupervisor.testkit.Chromium;
import io.cdpsupervisor.testkit.TestSite;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** {@code Runtime.evaluate} on one page of one browser, through the host and on a bare WebSocket. */
final class RoundTrip implements Measure {

    private static final int BLOCK = 50;
    private static final int WARM_UP_BLOCKS = 6;
    private static final int BLOCKS = 20;
    private static final String METHOD = "Runtime.evaluate";
    private static final String PARAMS = "{\"expression\":\"1+1\"}";

    @Override
    public List<Figure> of(Distribution product, Path temporary) throws Exception {
        try (TestSite site = TestSite.start().page("/", "<title>bench</title>");
                Chromium chromium = Chromium.start();
                Agent agent = Agent.on(chromium, product, temporary)) {
            // the same page, so that both sides wait for the same renderer
            String targetId = agent.navigate(site.a("/"));
            try (BareSocket socket = new BareSocket(BarePage.socketOf(URI.create(chromium.wsUrl()), targetId))) {
                Figure figure = compare(agent, socket);
                agent.hangUp();
                return List.of(figure);
            }
        }
    }

    private static Figure compare(Agent agent, BareSocket socket) throws Exception {
        Samples warmUp = new Samples("warm-up");
        Samples mcp = new Samples("MCP");
        Samples bare = new Samples("bare socket");
        String arguments = "{\"method\":\"" + METHOD + "\",\"params\":" + PARAMS + "}";
        for (int block = 0; block < WARM_UP_BLOCKS + BLOCKS; block++) {
            boolean warm = block >= WARM_UP_BLOCKS;
            block(warm ? bare : warmUp, () -> expectTwo(socket.call(METHOD, PARAMS)));
            block(warm ? mcp : warmUp, () -> expectTwo(agent.call("browser_cdp", arguments)));
        }
        return Figure.ratio("round trip", mcp, bare, 3);
    }

    private static void block(Samples samples, Samples.Step call) throws Exception {
        for (int i = 0; i < BLOCK; i++) {
            samples.time(call);
        }
    }

    private static void expectTwo(String answer) throws IOException {
        if (!answer.contains("\"value\":2")) {
            throw new IOException(METHOD + " was not answered: " + answer);
        }
    }
}
