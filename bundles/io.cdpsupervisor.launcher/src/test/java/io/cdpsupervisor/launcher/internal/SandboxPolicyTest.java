package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxPolicyTest {
    private static final SandboxPolicy ORDINARY = new SandboxPolicy(List.of(), false);
    private static final SandboxPolicy ROOT = new SandboxPolicy(List.of("running as root"), false);

    @TempDir
    Path root;

    @Test
    void ordinaryHostKeepsTheSandbox() {
        assertThat(ORDINARY.arguments(settings("auto", ""))).isEmpty();
    }

    @Test
    void hostWhereItCannotWorkTurnsItOff() {
        assertThat(ROOT.arguments(settings("auto", ""))).containsExactly("--no-sandbox", "--disable-dev-shm-usage");
    }

    @Test
    void operatorsOwnArgumentsSuppressTheGuess() {
        assertThat(ROOT.arguments(settings("auto", "--lang=de"))).isEmpty();
    }

    @Test
    void requiredAndOffAreTakenAtTheirWord() {
        assertThat(ROOT.arguments(settings("required", ""))).isEmpty();
        assertThat(ORDINARY.arguments(settings("off", "--lang=de"))).contains("--no-sandbox");
    }

    @Test
    void smallSharedMemoryIsNotUsed() {
        assertThat(new SandboxPolicy(List.of(), true).arguments(settings("auto", "")))
                .containsExactly("--disable-dev-shm-usage");
    }

    @Test
    void evidenceIsReadFromTheSystem() throws IOException {
        write("proc/self/status", "Name:\tjava\nUid:\t1000\t1000\t1000\t1000\n");
        assertThat(SandboxPolicy.of(root).reasons()).isEmpty();

        write("proc/self/status", "Name:\tjava\nUid:\t1000\t0\t0\t0\n");
        assertThat(SandboxPolicy.of(root).reasons()).containsExactly("running as root");

        write("proc/1/cgroup", "12:pids:/docker/0123\n");
        write("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
        assertThat(SandboxPolicy.of(root).reasons()).hasSize(3);
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static LauncherSettings settings(String sandbox, String args) {
        return LauncherSettings.of(false, sandbox, "", args);
    }
}
