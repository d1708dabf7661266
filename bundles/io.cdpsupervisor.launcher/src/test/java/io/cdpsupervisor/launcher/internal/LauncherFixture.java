package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.launcher.LaunchRequest;
import io.cdpsupervisor.transport.CdpConnectors;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A launcher on a state folder of its own, real browsers, and what tests look at behind its back. Used by one test. */
final class LauncherFixture implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final Path root;
    final ChromiumLauncher launcher;
    final ProcFs processes = new ProcFs(Path.of("/proc"));
    final AtomicBoolean processEnds = new AtomicBoolean();
    private final List<Process> started = new ArrayList<>();

    LauncherFixture(Path root) throws IOException {
        this(root, LauncherSettings.of(false, "auto", "", ""), Duration.ofSeconds(30));
    }

    LauncherFixture(Path root, LauncherSettings settings, Duration parkTime) throws IOException {
        this.root = root;
        launcher = new ChromiumLauncher(
                home(), System.getenv(), CdpConnectors.create(), settings, parkTime, processEnds::get);
    }

    Path home() {
        return root.resolve("h");
    }

    BrowserHome layout() throws IOException {
        return new BrowserHome(home());
    }

    Lease launch(String key, Optional<Path> profile) {
        return launch(key, profile, TIMEOUT);
    }

    Lease launch(String key, Optional<Path> profile, Duration timeout) {
        return launcher.launch(new LaunchRequest(key, profile, timeout), lease -> launcher.giveBack(lease.folder()));
    }

    /** A profile folder that exists already. */
    Path profile() throws IOException {
        return Files.createDirectories(root.resolve("profile")).toRealPath();
    }

    /** A browser of somebody who does not know us. */
    Process startByHand(Path profile) throws IOException {
        List<String> call = new ArrayList<>(List.of(
                launcher.executable().toString(),
                "--headless=new",
                "--remote-debugging-port=0",
                "--disable-background-networking",
                "--user-data-dir=" + profile));
        call.addAll(SandboxPolicy.of(Path.of("/")).arguments(LauncherSettings.of(false, "auto", "", "")));
        Process process = start(call.toArray(String[]::new));
        await("the browser started by hand answers", () -> answers(profile));
        return process;
    }

    Process start(String... call) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(call)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("TMPDIR", root.toString());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    static boolean answers(Path profile) {
        return DevToolsActivePort.read(profile.resolve("DevToolsActivePort"))
                .filter(port -> port.answers(Duration.ofSeconds(2)))
                .isPresent();
    }

    boolean runs(long pid) {
        return processes.identify(pid).isPresent();
    }

    void awaitGone(long pid) {
        await("process " + pid + " is gone", () -> !runs(pid));
    }

    static void signal(String signal, long pid) throws IOException {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start();
        await("the signal is sent", () -> !kill.isAlive());
        assertThat(kill.exitValue()).isZero();
    }

    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as(what).isNegative();
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** Whether a file is locked, as another process sees it. */
    static boolean isHeld(Path file) throws IOException {
        Process probe = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        LockProbeMain.class.getName(),
                        file.toString())
                .inheritIO()
                .start();
        await("the probe has looked", () -> !probe.isAlive());
        assertThat(probe.exitValue()).as("the probe's answer").isBetween(0, 1);
        return probe.exitValue() == 0;
    }

    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(e -> e.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public void close() {
        launcher.close();
        started.forEach(process -> {
            process.destroy();
            await("process " + process.pid() + " ends", () -> !process.isAlive());
        });
    }
}
