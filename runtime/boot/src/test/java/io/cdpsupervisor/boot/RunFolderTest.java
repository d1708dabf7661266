package io.cdpsupervisor.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {

    private static final long OURS = ProcessHandle.current().pid();

    @TempDir
    private Path run;

    private Process neighbour;

    @BeforeEach
    void startNeighbour() throws IOException {
        neighbour = new ProcessBuilder("sleep", "60").start();
    }

    @AfterEach
    void endNeighbour() {
        neighbour.destroyForcibly();
    }

    @Test
    void holdsTheCacheOfThisProcessUntilReleased() throws IOException {
        RunFolder folder = RunFolder.claim(run);
        Files.createDirectories(folder.cache().resolve("bundle1"));
        Files.createFile(folder.socket());
        assertThat(folder.cache()).isEqualTo(run.resolve(OURS + "/cache"));

        folder.release();

        assertThat(run).isEmptyDirectory();
    }

    @Test
    void whatADeadProcessLeftIsSwept() throws Exception {
        leave(neighbour.pid(), birthOf(neighbour.pid()));
        neighbour.destroyForcibly().waitFor();

        RunFolder.claim(run);

        assertThat(run).isDirectoryNotContaining("glob:**/" + neighbour.pid() + "*");
    }

    @Test
    void whatALiveProcessHasIsLeftAlone() throws IOException {
        leave(neighbour.pid(), birthOf(neighbour.pid()));

        RunFolder.claim(run);

        assertThat(run.resolve(neighbour.pid() + "/cache")).isDirectory();
        assertThat(RunFolder.sockets(run)).containsExactly(run.resolve(neighbour.pid() + ".sock"));
    }

    @Test
    void aNumberThatALaterProcessGotDoesNotProtectTheDead() throws IOException {
        leave(neighbour.pid(), "1");

        RunFolder.claim(run);

        assertThat(run).isDirectoryNotContaining("glob:**/" + neighbour.pid() + "*");
    }

    @Test
    void leftoversUnderOurOwnNumberAreSwept() throws IOException {
        leave(OURS, "1");
        Files.createDirectory(run.resolve("." + OURS));

        RunFolder folder = RunFolder.claim(run);

        assertThat(folder.cache()).doesNotExist();
        assertThat(run).isDirectoryContaining("glob:**/" + OURS);
        assertThat(folder.socket()).doesNotExist();
    }

    @Test
    void otherFilesAreNotOurs() throws IOException {
        Path stranger = Files.createFile(run.resolve("notes.txt"));

        RunFolder.claim(run);

        assertThat(stranger).exists();
    }

    private void leave(long pid, String birth) throws IOException {
        Path folder = Files.createDirectories(run.resolve(Long.toString(pid)));
        Files.writeString(folder.resolve("birth"), birth);
        Files.createDirectory(folder.resolve("cache"));
        Files.createFile(run.resolve(pid + ".sock"));
    }

    private static String birthOf(long pid) {
        return ProcessBirth.of(pid).orElseThrow();
    }
}
