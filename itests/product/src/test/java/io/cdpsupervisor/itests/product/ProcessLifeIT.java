package io.cdpsupervisor.itests.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left when a host ends, however it ends: nothing. */
class ProcessLifeIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String BLANK = "data:text/html,<title>Here</title>";

    @TempDir
    Path folder;

    private Path home;
    private RecordedChromium chromium;

    @BeforeEach
    void prepare() throws IOException {
        home = folder.resolve("home");
        chromium = new RecordedChromium(folder);
    }

    @AfterEach
    void cleanUp() {
        chromium.close();
    }

    @Test
    void endOfInputEndsHostAndBrowser() throws Exception {
        McpHost host = McpHost.ready(home, chromium);
        host.mcp().call("default", "browser_navigate", Map.of("url", BLANK)).ok();
        assertThat(chromium.processes()).isNotEmpty();

        assertThat(host.end()).isZero();

        Await.until(LIMIT, "Chromium has gone", () -> chromium.processes().isEmpty());
        assertThat(chromium.profiles())
                .allSatisfy(profile -> assertThat(Path.of(profile)).doesNotExist());
    }

    @Test
    void endOfInputEndsAlsoWhileADialogWaits() throws Exception {
        McpHost host = McpHost.ready(home, chromium);
        host.mcp()
                .call("default", "browser_navigate", Map.of("url", "data:text/html,<script>alert('wait')</script>"))
                .ok();

        assertThat(host.end()).isZero();

        Await.until(LIMIT, "Chromium has gone", () -> chromium.processes().isEmpty());
    }

    @Test
    void nextHostReapsWhatAKilledOneLeft() throws Exception {
        McpHost killed = McpHost.ready(home, chromium);
        killed.mcp().call("default", "browser_navigate", Map.of("url", BLANK)).ok();
        List<Proc> orphans = chromium.processes();
        killed.kill();
        assertThat(orphans).isNotEmpty().allMatch(Proc::isAlive);

        try (McpHost next = McpHost.ready(home, chromium)) {
            next.mcp().call("default", "browser_navigate", Map.of("url", BLANK)).ok();
            Await.until(LIMIT, "the orphans have gone", () -> orphans.stream().noneMatch(Proc::isAlive));
        }
        Await.until(LIMIT, "Chromium has gone", () -> chromium.processes().isEmpty());
    }

    @Test
    void twoHostsOfOneHomeDoNotDisturbEachOther() throws Exception {
        try (McpHost one = McpHost.ready(home, chromium);
                McpHost two = McpHost.ready(home, chromium)) {
            one.mcp().call("default", "browser_navigate", Map.of("url", BLANK)).ok();
            two.mcp().call("default", "browser_navigate", Map.of("url", BLANK)).ok();
            two.end();
            one.mcp().call("default", "browser_snapshot", Map.of()).ok();
        }
        Await.until(LIMIT, "Chromium has gone", () -> chromium.processes().isEmpty());
    }

    @Test
    void demoHoldsTwiceInARowWithInputClosedAndLeavesNothingOutsideItsHome() throws Exception {
        for (int run = 1; run <= 2; run++) {
            Ended demo = Launch.run(isolated("demo", "--home", home.toString()), folder);

            assertThat(demo.exit()).as("run %d said %s", run, demo).isZero();
            assertThat(demo.out()).hasSizeGreaterThan(8);
        }
        Await.until(LIMIT, "Chromium has gone", () -> chromium.processes().isEmpty());
        assertThat(chromium.profiles()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(files(folder.resolve("user"))).isEmpty();
        assertThat(files(folder.resolve("t"))).isEmpty();
    }

    /** With a user's home and a temporary folder of its own, which can be looked at afterwards. */
    private ProcessBuilder isolated(String... words) throws IOException {
        Path user = Files.createDirectories(folder.resolve("user"));
        // a short name: Chromium's socket in it has a limit to its path
        Path tmp = Files.createDirectories(folder.resolve("t"));
        ProcessBuilder builder = Launch.command(List.of(words));
        builder.command().addAll(List.of("--browser", chromium.executable().toString()));
        builder.environment()
                .putAll(Map.of(
                        "HOME", user.toString(),
                        "TMPDIR", tmp.toString(),
                        "CDP_SUPERVISOR_JAVA_OPTS", "-Djava.io.tmpdir=" + tmp + " -Duser.home=" + user));
        return builder;
    }

    private static List<Path> files(Path root) throws IOException {
        try (var found = Files.walk(root)) {
            return found.filter(file -> !file.equals(root)).toList();
        }
    }
}
