package io.cdpsupervisor.boot.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that look like a browser, as far as their command line goes. */
class BrowsersTest {

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void areFoundInAHomeWithABlankBelowALink() throws IOException {
        Path real = Files.createDirectories(folder.resolve("real/my home"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
        Browsers browsers = Browsers.newIn(link.resolve("my home"));

        long browser = run("--user-data-dir=" + real.toRealPath() + "/browser/a b");

        assertThat(browsers.pids()).containsExactly(browser);
    }

    @Test
    void ofOtherHomesAndOfOtherHostsAndHelpersDoNotCount() throws IOException {
        Path home = Files.createDirectory(folder.resolve("home")).toRealPath();
        run("--user-data-dir=" + home + "/browser/other");
        Browsers browsers = Browsers.newIn(home);

        long browser = run("--user-data-dir=" + home + "/browser/new");
        run("--user-data-dir=" + home + "2/browser/new");
        run("--type=renderer", "--user-data-dir=" + home + "/browser/new");
        run("--type=renderer --user-data-dir=" + home + "/browser/new");

        assertThat(browsers.pids()).containsExactly(browser);
    }

    private long run(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "echo; read -r wait", "browser"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        assertThat(process.getInputStream().read()).as("the process runs").isEqualTo('\n');
        return process.pid();
    }
}
