package io.cdpsupervisor.console.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.felix.service.command.CommandProcessor;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the shell's socket where the launcher says, else at {@code run/<pid>.sock} in the home. SCR alone calls it. */
@Component(service = {})
public final class ShellSocketComponent {

    private static final Logger LOG = LoggerFactory.getLogger("io.cdpsupervisor.console");
    private static final String HOME = "cdpsupervisor.home";
    private static final String SOCKET = "cdpsupervisor.socket";

    private final ShellSocket socket;

    @Activate
    public ShellSocketComponent(BundleContext context, @Reference CommandProcessor processor) throws IOException {
        Path file = Optional.ofNullable(context.getProperty(SOCKET))
                .map(Path::of)
                .orElseGet(() -> Path.of(
                        context.getProperty(HOME),
                        "run",
                        ProcessHandle.current().pid() + ".sock"));
        try {
            socket = new ShellSocket(file, processor);
        } catch (IOException e) {
            LOG.warn(
                    "There is no shell on this host, because its socket {} cannot be opened: {}", file, e.getMessage());
            throw e;
        }
    }

    @Deactivate
    void deactivate() throws IOException {
        socket.close();
    }
}
