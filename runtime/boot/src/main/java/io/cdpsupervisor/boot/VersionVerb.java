package io.cdpsupervisor.boot;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code version}: asks a host of its own, because only the launcher knows which browser it would take. */
@Command(name = "version", description = "Product, Java, framework and browser versions.")
final class VersionVerb implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private HostOptions options;

    VersionVerb(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        try (Host host = new HostStart(surroundings, options).start("host", "shell");
                ShellClient client = host.shell()) {
            surroundings.out().print(client.run("cdp:version"));
        }
        return 0;
    }
}
