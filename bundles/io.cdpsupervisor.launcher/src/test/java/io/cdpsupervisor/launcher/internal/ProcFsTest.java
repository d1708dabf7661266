package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFsTest {

    @TempDir
    Path root;

    private Path profile;
    private ProcFs processes;

    @BeforeEach
    void makeProfile() throws IOException {
        profile = Files.createDirectories(root.toRealPath().resolve("profile"));
        processes = new ProcFs(root);
    }

    @Test
    void bothFormsOfTheProfileArgumentCount() throws IOException {
        process(10, "chromium", "--user-data-dir=" + profile, "--headless=new");
        process(11, "chromium", "--user-data-dir", profile.toString());

        assertThat(processes.drives(10, profile)).isTrue();
        assertThat(processes.drives(11, profile)).isTrue();
    }

    @Test
    void pathIsComparedWholeAndCanonical() throws IOException {
        Files.createDirectories(root.resolve("profile2"));
        Files.createSymbolicLink(root.resolve("alias"), profile);
        process(10, "chromium", "--user-data-dir=" + profile + "2");
        process(11, "chromium", "--user-data-dir=" + root.resolve("alias"));
        process(12, "chromium", "--user-data-dir=profile");

        assertThat(processes.drives(10, profile)).isFalse();
        assertThat(processes.drives(11, profile)).isTrue();
        assertThat(processes.drives(12, profile)).isTrue();
    }

    @Test
    void childProcessesAndStrangersAreNotMeant() throws IOException {
        process(10, "chromium", "--type=renderer", "--user-data-dir=" + profile);
        process(11, "vi", "notes.txt");

        assertThat(processes.drives(10, profile)).isFalse();
        assertThat(processes.drives(11, profile)).isFalse();
        assertThat(processes.drives(12, profile)).isFalse();
    }

    @Test
    void driversAreFoundByTheirProfileAlone() throws IOException {
        process(10, "chromium", "--user-data-dir=" + profile);
        process(11, "chromium", "--type=gpu-process", "--user-data-dir=" + profile);
        process(12, "chromium", "--user-data-dir=/elsewhere");

        assertThat(processes.drivers(profile)).containsExactly(new ProcessIdentity(10, 1000));
    }

    private void process(int pid, String... arguments) throws IOException {
        Path folder = Files.createDirectories(root.resolve(Integer.toString(pid)));
        Files.writeString(folder.resolve("cmdline"), String.join("\0", arguments) + "\0");
        Files.writeString(folder.resolve("stat"), pid + " (chromium) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1000 0 0");
        Files.createSymbolicLink(folder.resolve("cwd"), root.toRealPath());
    }
}
