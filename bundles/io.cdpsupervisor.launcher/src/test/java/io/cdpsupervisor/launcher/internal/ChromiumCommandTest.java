package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChromiumCommandTest {
    private static final ProfileFolder EPHEMERAL = new ProfileFolder(Path.of("/h/e/1"), Path.of("/h/s"), true);
    private static final ProfileFolder KEPT = new ProfileFolder(Path.of("/profile"), Path.of("/h/s"), false);

    @Test
    void endpointIsOnLoopbackWithAPortOfItsOwn() {
        assertThat(command(EPHEMERAL, false, "", Map.of()).arguments())
                .startsWith("/usr/bin/chromium", "--user-data-dir=/h/e/1")
                .contains("--remote-debugging-address=127.0.0.1", "--remote-debugging-port=0", "--headless=new")
                .doesNotContain("--no-startup-window")
                .endsWith("about:blank");
    }

    @Test
    void keptProfileKeepsTheKeyringAndCapsItsCache() {
        assertThat(command(KEPT, false, "", Map.of()).arguments())
                .contains("--disk-cache-size=268435456")
                .doesNotContain("--password-store=basic");
        assertThat(command(EPHEMERAL, false, "", Map.of()).arguments()).contains("--password-store=basic");
    }

    @Test
    void headedNeedsADisplay() {
        assertThat(command(KEPT, true, "", Map.of()).arguments()).contains("--headless=new");
        assertThat(command(KEPT, true, "", Map.of("DISPLAY", ":1")).arguments()).doesNotContain("--headless=new");
    }

    @Test
    void argumentsAreSplitAtCommasAndCannotMoveEndpointOrProfile() {
        assertThat(command(
                                KEPT,
                                false,
                                "--lang=de, --user-agent=My Agent,--remote-debugging-port=9222,--user-data-dir=/other",
                                Map.of())
                        .arguments())
                .contains("--lang=de", "--user-agent=My Agent")
                .doesNotContain("--remote-debugging-port=9222", "--user-data-dir=/other");
    }

    @Test
    void noKeyOfOursReachesTheBrowser() {
        Map<String, String> ours = Map.of(
                "PATH", "/bin",
                "BROWSERBASE_API_KEY", "s3cret",
                "GITHUB_TOKEN", "s3cret",
                "https_proxy", "http://me:s3cret@proxy:3128",
                "LC_ALL", "C");

        assertThat(command(KEPT, false, "", ours).environment())
                .containsEntry("PATH", "/bin")
                .containsEntry("LC_ALL", "C")
                .containsEntry("TMPDIR", "/tmp/t")
                .containsEntry("https_proxy", "http://proxy:3128")
                .allSatisfy((name, value) -> assertThat(value).doesNotContain("s3cret"));
    }

    private static ChromiumCommand command(
            ProfileFolder folder, boolean headed, String args, Map<String, String> environment) {
        return ChromiumCommand.of(
                Path.of("/usr/bin/chromium"),
                folder,
                Path.of("/tmp/t"),
                LauncherSettings.of(headed, "auto", "", args),
                new SandboxPolicy(List.of(), false),
                environment);
    }
}
