package io.cdpsupervisor.boot;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code mcp}: the host behind an agent's pipe. */
@Command(name = "mcp", description = "MCP server on standard input and output.")
final class McpVerb implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(McpVerb.class);
    /** The contract says 5 s from the end of input to the end of the process. */
    private static final Duration LIMIT_AFTER_END = Duration.ofMillis(4500);

    private final Surroundings surroundings;

    @Mixin
    private HostOptions options;

    McpVerb(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        var start = new HostStart(surroundings, options);
        var in = new WatchedInput(surroundings.in());
        try (Host host = start.start(in, surroundings.rawOut(), "host", "mcp", "shell")) {
            in.onEnd(() -> haltUnlessStopped(host));
            host.awaitStop();
        }
        return 0;
    }

    /** The MCP bundle stops the framework at the end of its input; what it leaves running is reaped at the next start. */
    private static void haltUnlessStopped(Host host) {
        if (!host.awaitStop(LIMIT_AFTER_END)) {
            LOG.error("The host did not stop within {} ms of the end of its input.", LIMIT_AFTER_END.toMillis());
            Runtime.getRuntime().halt(1);
        }
    }
}
