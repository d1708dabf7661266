package io.cdpsupervisor.testkit;

import io.cdpsupervisor.testkit.internal.Folders;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real, headless Chromium on a throw-away profile, from which nothing leaves the machine. Safe for any thread.
 */
public final class Chromium implements AutoCloseable {

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
    private static final Duration ENDS_WITHIN = Duration.ofSeconds(20);

    private static final List<String> FLAGS = List.of(
            "--headless=new",
            "--remote-debugging-port=0",
            "--no-first-run",
            "--no-default-browser-check",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            // containers often have a tiny /dev/shm
            "--disable-dev-shm-usage",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1");

    private final Path home;
    private final Process process;
    private final List<String> portFile;

    private Chromium(Path home, Process process) {
        this.home = home;
        this.process = process;
        this.portFile = Await.value(STARTS_WITHIN, "Chromium opens its debugging port", this::readPortFile);
    }

    /**
     * Starts one and waits until it listens.
     *
     * @param more flags, such as {@code --site-per-process}
     * @throws AssertionError there is none on this machine, or it does not start
     */
    public static Chromium start(String... more) {
        Path home = Folders.temporary("cdp-chromium-");
        List<String> command = new ArrayList<>();
        command.add(executable());
        command.addAll(FLAGS);
        if (isRoot()) {
            command.add("--no-sandbox");
        }
        command.add("--user-data-dir=" + home.resolve("profile"));
        command.addAll(List.of(more));
        command.add("about:blank");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("output").toFile());
        // else a killed browser leaves its socket folder and caches behind
        builder.environment().putAll(Map.of("TMPDIR", home.toString(), "HOME", home.toString()));
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
        try {
            Process process = builder.start();
            return listening(home, process);
        } catch (IOException e) {
            Folders.delete(home);
            throw new AssertionError("Chromium did not start: " + e.getMessage(), e);
        }
    }

    private static Chromium listening(Path home, Process process) {
        try {
            return new Chromium(home, process);
        } catch (AssertionError e) {
            end(process);
            Folders.delete(home);
            throw e;
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /**
     * The browser that tests use: {@code CDP_SUPERVISOR_BROWSER}, or the first known name on the path.
     *
     * @throws AssertionError there is none
     */
    public static String executable() {
        String named = System.getenv("CDP_SUPERVISOR_BROWSER");
        if (named != null && !named.isBlank()) {
            return named;
        }
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElseThrow(() -> new AssertionError("This test needs a real Chromium: install the chromium package,"
                        + " or name an executable in CDP_SUPERVISOR_BROWSER."));
    }

    /** Port and path, once both are written. */
    private Optional<List<String>> readPortFile() {
        if (!process.isAlive()) {
            throw new AssertionError(
                    "Chromium ended with exit code " + process.exitValue() + ". It said: " + Folders.tail(output()));
        }
        try {
            List<String> lines = Files.readAllLines(userDataDir().resolve("DevToolsActivePort"));
            return lines.size() < 2 ? Optional.empty() : Optional.of(lines);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Path output() {
        return home.resolve("output");
    }

    /** Address for discovery. */
    public String httpUrl() {
        return "http://127.0.0.1:" + portFile.get(0);
    }

    /** Address of the browser's WebSocket. */
    public String wsUrl() {
        return "ws://127.0.0.1:" + portFile.get(0) + portFile.get(1);
    }

    public long pid() {
        return process.pid();
    }

    public Path userDataDir() {
        return home.resolve("profile");
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Kills the browser process at once, as a crash would; its children follow by themselves. */
    public void kill() {
        process.destroyForcibly();
    }

    /** The processes that run its pages, by pid; the last ones may be spare. */
    public List<Long> renderers() {
        return process.descendants()
                .map(ProcessHandle::pid)
                .filter(Chromium::isRenderer)
                .sorted()
                .toList();
    }

    private static boolean isRenderer(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline")).contains("--type=renderer");
        } catch (IOException e) {
            return false; // it has gone meanwhile
        }
    }

    /**
     * Sends a signal to one of its processes, its own or a renderer's. Blocks until it is sent.
     *
     * @param name such as {@code STOP}, {@code CONT} or {@code KILL}
     * @throws AssertionError it is no process of this browser, or it has gone
     */
    public void signal(String name, long pid) {
        if (pid != pid() && process.descendants().noneMatch(child -> child.pid() == pid)) {
            throw new AssertionError(pid + " is no process of Chromium " + pid());
        }
        try {
            int sent = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .start()
                    .waitFor();
            if (sent != 0) {
                throw new AssertionError("SIG" + name + " could not be sent to " + pid);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while a signal was sent", e);
        }
    }

    /** Ends the whole process tree and deletes the profile. Blocks until both are done. Idempotent. */
    @Override
    public void close() {
        end(process);
        Folders.delete(home);
    }

    private static void end(Process process) {
        List<ProcessHandle> tree = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        tree.forEach(ProcessHandle::destroyForcibly);
        try {
            if (!process.waitFor(ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("Chromium " + process.pid() + " does not die.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
