package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.launcher.LaunchRequest;
import io.cdpsupervisor.transport.CdpConnectors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Another process that holds a browser: state folder and profile ({@code -} for a throw-away one) and executable are its
 * arguments. It prints the browser's number and address, and lets go when its input ends.
 */
public final class HolderMain {
    private HolderMain() {}

    public static void main(String[] args) throws IOException {
        try (ChromiumLauncher launcher = new ChromiumLauncher(
                Path.of(args[0]),
                System.getenv(),
                CdpConnectors.create(),
                LauncherSettings.of(false, "auto", args[2], ""),
                Duration.ofSeconds(30),
                () -> false)) {
            Optional<Path> profile = args[1].equals("-") ? Optional.empty() : Optional.of(Path.of(args[1]));
            Lease lease = launcher.launch(
                    new LaunchRequest("holder", profile, Duration.ofSeconds(60)),
                    closed -> launcher.giveBack(closed.folder()));
            System.out.println(lease.pid() + " " + lease.httpUrl());
            while (System.in.read() >= 0) {
                // until whoever started us has had enough
            }
        }
    }
}
