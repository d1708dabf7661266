package io.cdpsupervisor.console.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.host.BrowserHost;
import io.cdpsupervisor.api.launcher.BrowserLauncher;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** The operator's commands, {@code cdp:…} in the shell. Gogo calls them on the session's thread. */
@Component(
        service = ConsoleCommands.class,
        property = {
            "osgi.command.scope=cdp",
            "osgi.command.function=version",
            "osgi.command.function=tools",
            "osgi.command.function=interactive"
        })
public final class ConsoleCommands {

    private static final Duration BROWSER_ANSWERS_WITHIN = Duration.ofSeconds(5);
    private static final String DEFAULT_TASK = "default";

    private final BundleContext context;
    private final Optional<BrowserHost> host;
    private final Optional<BrowserLauncher> launcher;

    @Activate
    public ConsoleCommands(
            BundleContext context,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    Optional<BrowserHost> host,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    Optional<BrowserLauncher> launcher) {
        this.context = context;
        this.host = host;
        this.launcher = launcher;
    }

    @Descriptor("product, Java, framework and browser versions")
    public String version() {
        return String.join(
                "\n",
                "cdp-supervisor " + context.getProperty("cdpsupervisor.version"),
                "java " + System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ")",
                "framework Apache Felix "
                        + context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getVersion(),
                "browser: " + browser());
    }

    @Descriptor("the tools that the task 'default' is offered")
    public String tools() {
        return tools(DEFAULT_TASK);
    }

    @Descriptor("the tools that a task is offered")
    public String tools(@Descriptor("task id") String task) {
        return host.map(h -> h.tools(task).stream()
                        .map(tool -> tool.name() + "  " + firstSentence(tool.description()))
                        .collect(Collectors.joining("\n")))
                .orElse("No browser host is running.");
    }

    @Descriptor("gives this session a prompt")
    public String interactive(CommandSession session) {
        session.put(ShellSession.PROMPT, "cdp> ");
        return "Shell of process " + ProcessHandle.current().pid() + ": 'help' lists the commands, 'exit' leaves.";
    }

    private String browser() {
        try {
            return launcher.map(l -> new BrowserVersion(BROWSER_ANSWERS_WITHIN).of(l.executable()))
                    .orElse("unknown (no launcher is running)");
        } catch (BrowserException e) {
            return "none found (" + e.getMessage() + ")";
        }
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }
}
