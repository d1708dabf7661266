package io.cdpsupervisor.boot;

import io.cdpsupervisor.boot.demo.DemoSite;
import io.cdpsupervisor.boot.demo.McpClient;
import io.cdpsupervisor.boot.demo.Story;
import io.cdpsupervisor.boot.demo.StoryException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code demo}: a host, and an agent that speaks to it through a pair of pipes. */
@Command(name = "demo", description = "The main job on a real browser, one line a step.")
final class DemoVerb implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private HostOptions options;

    DemoVerb(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        var start = new HostStart(surroundings, options);
        Path plugin = plugin();
        Pipe toHost = Pipe.open();
        Pipe fromHost = Pipe.open();
        try (var site = new DemoSite();
                var agent = new McpClient(
                        Channels.newInputStream(fromHost.source()), Channels.newOutputStream(toHost.sink()));
                Host host = start.start(
                        Channels.newInputStream(toHost.source()),
                        Channels.newOutputStream(fromHost.sink()),
                        "host",
                        "mcp",
                        "shell")) {
            new Story(
                            surroundings.out(),
                            agent,
                            host.context(),
                            site,
                            plugin,
                            start.home().root())
                    .tell(() -> host.awaitStop(Host.STOP_LIMIT));
            return 0;
        } catch (StoryException e) {
            throw new BootException(e.getMessage(), e);
        }
    }

    private Path plugin() throws IOException {
        Path folder = surroundings.distribution().resolve("demo");
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".jar"))
                    .findFirst()
                    .orElseThrow(() -> new BootException(
                            "The folder " + folder + " holds no plug-in; build the distribution again."));
        }
    }
}
