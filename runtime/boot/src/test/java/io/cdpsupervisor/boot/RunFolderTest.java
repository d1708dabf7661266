package io.cdpsupervisor.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RunFolderTest {

    private static final String OURS = Long.toString(ProcessHandle.current().pid());

    @TempDir
    private Path home;

    private Path run;
    private RunFolder folder;

    @BeforeEach
    void makeRun() throws IOException {
        run = Files.createDirectory(home.resolve("run"));
    }

    @AfterEach
    void release() throws IOException {
        if (folder != null) {
            folder.release();
        }
    }

    @Test
    void holdsTheCacheOfThisProcessUntilReleased() throws IOException {
        folder = RunFolder.claim(run);
        Files.createDirectories(folder.cache().resolve("bundle1"));
        Files.createFile(folder.socket());
        assertThat(folder.cache()).isEqualTo(run.resolve(OURS + "/cache"));
        assertThat(folder.socket()).isEqualTo(run.resolve(OURS + ".sock"));

        folder.release();

        assertThat(run).isEmptyDirectory();
    }

    @Test
    void releasingAgainTakesNothingFromALaterOwnerOfTheName() throws IOException {
        folder = RunFolder.claim(run);
        folder.release();
        leave(OURS);

        folder.release();

        assertThat(run.resolve(OURS + "/cache")).isDirectory();
    }

    @Test
    void whatADeadProcessLeftIsSweptWhateverItsNumber() throws Exception {
        try (Neighbour neighbour = Neighbour.start(run.toString())) {
            assertThat(neighbour.isReady()).isTrue();
            Files.createDirectory(run.resolve(neighbour.pid() + "/cache"));
            Files.createFile(run.resolve(neighbour.pid() + ".sock"));
            neighbour.kill();
        }
        leave("1");

        folder = RunFolder.claim(run);

        assertThat(run.toFile().list()).containsExactly(OURS);
    }

    @Test
    void whatALiveProcessHasIsLeftAlone() throws IOException {
        try (Neighbour neighbour = Neighbour.start(run.toString())) {
            assertThat(neighbour.isReady()).isTrue();
            Path socket = Files.createFile(run.resolve(neighbour.pid() + ".sock"));

            folder = RunFolder.claim(run);

            assertThat(run.resolve(neighbour.pid() + "/birth")).exists();
            assertThat(RunFolder.sockets(run)).containsExactly(socket);
        }
    }

    @Test
    void aProcessOfOurNumberInAnotherContainerKeepsItsFolderAndWeTakeAnother() throws IOException {
        leave(OURS);
        try (Neighbour namesake = Neighbour.start(run.toString(), OURS)) {
            assertThat(namesake.isReady()).isTrue();

            folder = RunFolder.claim(run);

            assertThat(run.resolve(OURS + "/cache")).isDirectory();
            assertThat(run.resolve(OURS + ".sock")).exists();
            assertThat(folder.cache()).isEqualTo(run.resolve(OURS + "-2/cache"));
            assertThat(folder.socket()).isEqualTo(run.resolve(OURS + "-2.sock"));
        }
    }

    @Test
    void leftoversUnderOurOwnNumberAreSwept() throws IOException {
        leave(OURS);

        folder = RunFolder.claim(run);

        assertThat(folder.cache()).isEqualTo(run.resolve(OURS + "/cache")).doesNotExist();
        assertThat(folder.socket()).doesNotExist();
    }

    @Test
    void twoThatSweepAtOnceDoNotDisturbEachOther() throws IOException {
        for (int i = 0; i < 300; i++) {
            leave("1" + i);
        }
        try (Neighbour one = Neighbour.start(run.toString());
                Neighbour other = Neighbour.start(run.toString())) {
            assertThat(one.isReady()).as("one has claimed its folder").isTrue();
            assertThat(other.isReady()).as("the other has claimed its folder").isTrue();

            assertThat(run.toFile().list())
                    .containsExactlyInAnyOrder(Long.toString(one.pid()), Long.toString(other.pid()));
        }
    }

    @Test
    void aLinkIsSweptWithoutWhatItPointsTo() throws IOException {
        Path precious =
                Files.createFile(Files.createDirectory(home.resolve("kept")).resolve("precious"));
        leave("1");
        Files.createSymbolicLink(run.resolve("1/cache/link"), precious.getParent());

        folder = RunFolder.claim(run);

        assertThat(run.resolve("1")).doesNotExist();
        assertThat(precious).exists();
    }

    @Test
    void otherFilesAreNotOurs() throws IOException {
        Path stranger = Files.createFile(run.resolve("notes.txt"));

        folder = RunFolder.claim(run);

        assertThat(stranger).exists();
    }

    private void leave(String name) throws IOException {
        Path left = Files.createDirectories(run.resolve(name));
        Files.createFile(left.resolve("birth"));
        Files.createDirectory(left.resolve("cache"));
        Files.createFile(run.resolve(name + ".sock"));
    }
}
