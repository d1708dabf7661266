package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real browsers, one process. */
class ChromiumLauncherTest {

    @TempDir
    Path root;

    private LauncherFixture fixture;
    private Path profile;

    @BeforeEach
    void open() throws IOException {
        fixture = new LauncherFixture(root);
        profile = fixture.profile();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Lease launch() {
        return fixture.launch("test", Optional.of(profile));
    }

    @Nested
    class Sharing {

        @Test
        void sameKeyAndFolderTwiceGiveTheSameBrowser() {
            Lease first = launch();
            Lease second = launch();

            assertThat(second.pid()).isEqualTo(first.pid());
            assertThat(second.httpUrl()).isEqualTo(first.httpUrl());
            assertThat(fixture.processes.drivers(profile)).hasSize(1);
        }

        @Test
        void browserHasASessionOfItsOwn() throws IOException {
            long pid = launch().pid();

            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            assertThat(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3]).isEqualTo(Long.toString(pid));
        }

        @Test
        void lastOfTwoUsesEndsTheBrowser() {
            Lease first = launch();
            Lease second = fixture.launch("other", Optional.of(profile));
            assertThat(second.pid()).isEqualTo(first.pid());

            first.close();
            first.close();
            assertThat(second.isAlive()).isTrue();
            assertThat(first.isAlive()).as("its browser goes on").isTrue();

            second.close();
            assertThat(second.isAlive()).isFalse();
            assertThat(first.isAlive()).isFalse();
        }

        @Test
        void interruptedThreadStillEndsItPolitely() throws IOException {
            Lease lease = launch();

            Thread.currentThread().interrupt();
            lease.close();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(lease.isAlive()).isFalse();
            assertThat(Files.readString(profile.resolve("Default/Preferences"))).contains("\"exit_type\":\"Normal\"");
        }

        @Test
        void politeCloseLeavesNoLockNoRecordAndNoTemporaryFile() throws IOException {
            Lease lease = launch();
            assertThat(LauncherFixture.names(profile)).contains("SingletonLock", "DevToolsActivePort");

            lease.close();

            assertThat(Files.readString(profile.resolve("Default/Preferences")))
                    .as("it was asked, not signalled")
                    .contains("\"exit_type\":\"Normal\"");
            assertThat(LauncherFixture.names(profile))
                    .doesNotContain("SingletonLock", "SingletonSocket", "SingletonCookie", "DevToolsActivePort");
            assertThat(lease.folder().record()).doesNotExist();
            assertThat(fixture.home().resolve("browser/tmp")).isEmptyDirectory();
        }

        @Test
        void browserOfSomebodyElseIsUsedAndLeftRunning() throws IOException {
            Process theirs = fixture.startByHand(profile);

            Lease lease = launch();
            assertThat(lease.owned()).isFalse();
            assertThat(lease.pid()).isEqualTo(theirs.pid());
            assertThat(lease.folder().record()).doesNotExist();
            lease.close();
            fixture.launcher.sweep();

            assertThat(LauncherFixture.answers(profile)).isTrue();
        }

        @Test
        void crashedBrowserIsReplacedAndTheOldLeaseHoldsTheNewOne() throws IOException {
            Lease before = launch();
            LauncherFixture.signal("KILL", before.pid());
            fixture.awaitGone(before.pid());

            Lease after = launch();
            assertThat(before.isAlive()).isFalse();
            assertThat(after.pid()).isNotEqualTo(before.pid());

            after.close();
            assertThat(after.isAlive()).isTrue();
            before.close();
            assertThat(after.isAlive()).isFalse();
        }
    }

    @Nested
    class ThrowAwayProfiles {

        @Test
        void areSharedByKeyAndDeletedAtTheEnd() throws IOException {
            Lease first = fixture.launch("a", Optional.empty());
            Lease second = fixture.launch("a", Optional.empty());
            Lease other = fixture.launch("b", Optional.empty());

            assertThat(first.ephemeral()).isTrue();
            assertThat(second.pid()).isEqualTo(first.pid());
            assertThat(other.userDataDir()).isNotEqualTo(first.userDataDir());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first.userDataDir())))
                    .isEqualTo("rwx------");

            first.close();
            second.close();
            other.close();
            assertThat(fixture.home().resolve("browser/ephemeral")).isEmptyDirectory();
            assertThat(LauncherFixture.names(fixture.home().resolve("browser"))).containsExactly("ephemeral", "tmp");
        }

        @Test
        void workBelowADeepStateFolderAndLeaveNothingOutsideOfIt() throws IOException {
            try (LauncherFixture deep = new LauncherFixture(root.resolve("d".repeat(100)))) {
                Lease lease = deep.launch("a", Optional.empty());
                Path temp = Path.of(
                        LaunchRecord.read(lease.folder().record()).orElseThrow().tempDir());
                assertThat(temp).exists();
                assertThat(temp.startsWith(deep.root)).isFalse();

                lease.close();

                assertThat(temp).doesNotExist();
            }
        }

        @Test
        void failedRelaunchLeavesThemToTheLeaseThatIsStillHeld() throws IOException {
            Lease crashed = fixture.launch("a", Optional.empty());
            LauncherFixture.signal("KILL", crashed.pid());
            fixture.awaitGone(crashed.pid());
            fixture.launcher.apply(LauncherSettings.of(false, "auto", "/bin/false", ""));
            assertThatThrownBy(() -> fixture.launch("a", Optional.empty())).hasMessageContaining("code 1");
            fixture.launcher.apply(LauncherSettings.of(false, "auto", "", ""));

            Lease lease = fixture.launch("a", Optional.empty());

            assertThat(lease.userDataDir()).isEqualTo(crashed.userDataDir());
            assertThat(LauncherFixture.names(lease.folder().leases())).hasSize(1);
            try (LauncherFixture other = new LauncherFixture(root)) {
                other.launcher.sweep();
            }
            assertThat(lease.isAlive()).isTrue();
            crashed.close();
            lease.close();
            assertThat(lease.isAlive()).isFalse();
            assertThat(LauncherFixture.names(fixture.home().resolve("browser"))).containsExactly("ephemeral", "tmp");
        }

        @Test
        void leftByAProcessThatDiedBeforeItsBrowserRanAreSwept() throws IOException {
            ProfileFolder folder = fixture.layout().newEphemeral();
            fixture.layout().newTempFolder(folder);
            PrivateFiles.replace(folder.lock(), "4194303");

            fixture.launcher.sweep();

            assertThat(LauncherFixture.names(fixture.home().resolve("browser"))).containsExactly("ephemeral", "tmp");
            assertThat(fixture.home().resolve("browser/ephemeral")).isEmptyDirectory();
            assertThat(fixture.home().resolve("browser/tmp")).isEmptyDirectory();
        }

        @Test
        void theNextOneIsFresh() {
            Lease first = fixture.launch("a", Optional.empty());
            first.close();

            Lease second = fixture.launch("a", Optional.empty());

            assertThat(second.userDataDir()).isNotEqualTo(first.userDataDir());
        }

        @Test
        void closingTheLauncherEndsEveryBrowser() throws IOException {
            Lease kept = launch();
            Lease thrownAway = fixture.launch("a", Optional.empty());

            fixture.launcher.close();
            fixture.launcher.close();

            assertThat(kept.isAlive()).isFalse();
            assertThat(thrownAway.isAlive()).isFalse();
            assertThat(thrownAway.userDataDir()).doesNotExist();
            assertThatThrownBy(ChromiumLauncherTest.this::launch).hasMessageContaining("being stopped");
        }
    }

    /** The process ends 5 s after it was told to, whatever is left. */
    @Nested
    class AtTheEndOfTheProcess {
        private static final Duration LIMIT = Duration.ofSeconds(4);

        @Test
        void stoppedBrowsersAreEndedInTimeByClosingTheLauncher() throws IOException {
            Lease kept = launch();
            Lease thrownAway = fixture.launch("a", Optional.empty());
            LauncherFixture.signal("STOP", kept.pid());
            LauncherFixture.signal("STOP", thrownAway.pid());

            Duration taken = timed(fixture.launcher::close);

            assertThat(kept.isAlive() || thrownAway.isAlive()).isFalse();
            assertThat(taken).isLessThan(LIMIT);
        }

        @Test
        void stoppedBrowserIsEndedInTimeByItsLastLease() throws IOException {
            Lease lease = launch();
            LauncherFixture.signal("STOP", lease.pid());
            fixture.processEnds.set(true);

            Duration taken = timed(lease::close);

            assertThat(lease.isAlive()).isFalse();
            assertThat(taken).isLessThan(LIMIT);
        }

        private Duration timed(Runnable work) {
            long start = System.nanoTime();
            work.run();
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }

    @Nested
    class Leftovers {

        @Test
        void stalePortFileWithoutLockIsNotBelieved() throws IOException {
            Files.writeString(profile.resolve("DevToolsActivePort"), "9\n/devtools/browser/00000000-dead");

            Lease lease = launch();

            assertThat(lease.httpUrl()).isNotEqualTo("http://127.0.0.1:9");
            assertThat(lease.owned()).isTrue();
        }

        @Test
        void portFileOfAnotherBrowserThatStillRunsIsNotBelieved() throws IOException {
            Lease other = fixture.launch("a", Optional.empty());
            String theirs = Files.readString(other.userDataDir().resolve("DevToolsActivePort"));
            Files.writeString(
                    profile.resolve("DevToolsActivePort"),
                    theirs.lines().findFirst().orElseThrow()
                            + "\n/devtools/browser/00000000-0000-0000-0000-000000000000");

            Lease lease = launch();

            assertThat(lease.pid()).isNotEqualTo(other.pid());
            assertThat(lease.httpUrl()).isNotEqualTo(other.httpUrl());
        }

        @Test
        void lockOfADeadProcessIsTakenOver() throws IOException {
            lock(fixture.processes.machine().hostname() + "-" + deadPid());

            assertThat(launch().owned()).isTrue();
        }

        @Test
        void lockWhoseNumberBelongsToAStrangerIsTakenOverAndTheStrangerLives() throws IOException {
            Process stranger = fixture.start("sleep", "300");
            lock(fixture.processes.machine().hostname() + "-" + stranger.pid());

            assertThat(launch().owned()).isTrue();
            assertThat(stranger.isAlive()).isTrue();
        }

        @Test
        void lockOfAnotherHostIsRefusedWithItsNameAndNothingIsTouched() throws IOException {
            lock("other-host-4711");

            assertThatThrownBy(ChromiumLauncherTest.this::launch)
                    .isInstanceOfSatisfying(
                            BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROFILE_IN_USE))
                    .hasMessageContaining("process 4711 on host other-host")
                    .hasMessageContaining("SingletonLock");
            assertThat(Files.readSymbolicLink(profile.resolve("SingletonLock"))).hasToString("other-host-4711");
            assertThat(LauncherFixture.names(profile)).containsExactly("SingletonLock");
        }

        @Test
        void lockThatIsNoLinkIsRefused() throws IOException {
            Files.writeString(profile.resolve("SingletonLock"), "?");

            assertThatThrownBy(ChromiumLauncherTest.this::launch).hasMessageContaining("it is no symbolic link");
        }

        @Test
        void lockOfOurOwnEarlierContainerIsCleared() throws IOException {
            Lease lease = launch();
            LaunchRecord record = LaunchRecord.read(lease.folder().record()).orElseThrow();
            lease.close();
            earlierContainer(record).write(lease.folder().record());
            lock("earlier-host-" + record.pid());

            assertThat(launch().owned()).isTrue();
        }

        @Test
        void corruptRecordAllowsNeitherEndingNorOwning() throws IOException {
            Process theirs = fixture.startByHand(profile);
            ProfileFolder folder = fixture.layout().folder(profile);
            PrivateFiles.replace(folder.record(), "{\"version\":1,");

            fixture.launcher.sweep();
            Lease lease = launch();
            assertThat(lease.owned()).isFalse();
            lease.close();

            assertThat(theirs.isAlive()).isTrue();
            assertThat(folder.record()).hasContent("{\"version\":1,");
        }

        @Test
        void stoppedBrowserIsRefusedAndNotLaunchedOver() throws IOException {
            Process theirs = fixture.startByHand(profile);
            LauncherFixture.signal("STOP", theirs.pid());
            try {
                assertThatThrownBy(() -> fixture.launch("test", Optional.of(profile), Duration.ofMillis(500)))
                        .isInstanceOfSatisfying(
                                BrowserException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.PROFILE_IN_USE))
                        .hasMessageContaining("process " + theirs.pid());
                assertThat(theirs.isAlive()).isTrue();
            } finally {
                LauncherFixture.signal("CONT", theirs.pid());
            }
        }

        @Test
        void stoppedBrowserOfOursIsEndedByForceAndLeavesNoLock() throws IOException {
            Lease lease = launch();
            LauncherFixture.signal("STOP", lease.pid());

            lease.close();

            assertThat(lease.isAlive()).isFalse();
            assertThat(Files.exists(profile.resolve("SingletonLock"), LinkOption.NOFOLLOW_LINKS))
                    .isFalse();
            assertThat(fixture.home().resolve("browser/tmp")).isEmptyDirectory();
        }

        @Test
        void portFileThatLeadsToAnotherBrowserDoesNotEndThatOne() throws IOException {
            Lease other = fixture.launch("a", Optional.empty());
            Lease lease = launch();
            Files.copy(other.folder().portFile(), lease.folder().portFile(), StandardCopyOption.REPLACE_EXISTING);

            lease.close();

            assertThat(lease.isAlive()).isFalse();
            assertThat(other.isAlive()).isTrue();
        }

        private void lock(String target) throws IOException {
            Files.createSymbolicLink(profile.resolve("SingletonLock"), Path.of(target));
        }

        private long deadPid() throws IOException {
            Process process = fixture.start("true");
            LauncherFixture.await("it has ended", () -> !process.isAlive());
            return process.pid();
        }

        private LaunchRecord earlierContainer(LaunchRecord r) {
            return new LaunchRecord(
                    r.version(),
                    r.userDataDir(),
                    r.executable(),
                    r.pid(),
                    r.startTicks(),
                    new MachineIdentity(r.machine().bootId(), "pid:[1]", "earlier-host"),
                    r.httpUrl(),
                    r.browserPath(),
                    r.tempDir(),
                    r.ephemeral(),
                    r.state(),
                    r.launcher(),
                    r.launchedAt());
        }
    }
}
