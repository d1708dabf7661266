package io.cdpsupervisor.boot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code shell}: the operator's commands on a running host of the home, else on one of its own. */
@Command(
        name = "shell",
        description = "Gogo shell on a running host of this home, or on a new one. Reads commands from standard input.")
final class ShellVerb implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(ShellVerb.class);

    private final Surroundings surroundings;

    @Mixin
    private HostOptions options;

    ShellVerb(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        var start = new HostStart(surroundings, options);
        Optional<ShellClient> running = runningHost(start.home());
        if (running.isPresent()) {
            if (!options.settings().isEmpty()) {
                LOG.warn("The settings of this command line are not used: the shell is on a host that runs already.");
            }
            talk(running.get());
            return 0;
        }
        try (Host host = start.start("host", "shell")) {
            talk(host.shell());
        }
        return 0;
    }

    private void talk(ShellClient client) throws IOException {
        try (client) {
            if (Terminal.isStandardInput()) {
                client.send("cdp:interactive");
            }
            client.relay(surroundings.in(), surroundings.rawOut());
        }
    }

    /** The newest one that listens. */
    private static Optional<ShellClient> runningHost(Home home) throws IOException {
        for (Path socket : RunFolder.sockets(home.run())) {
            try {
                return Optional.of(ShellClient.connect(socket));
            } catch (IOException e) {
                LOG.debug("Nobody listens on {}.", socket, e);
            }
        }
        return Optional.empty();
    }
}
