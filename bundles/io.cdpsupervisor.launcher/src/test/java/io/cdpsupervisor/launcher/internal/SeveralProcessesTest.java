package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real browsers, shared between this process and others. */
class SeveralProcessesTest {

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

    /** Another process with a lease. */
    private final class Holder implements AutoCloseable {
        final Process process;
        final BufferedReader output;

        Holder(String profile) throws IOException {
            this(profile, fixture.launcher.executable());
        }

        Holder(String profile, Path executable) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            HolderMain.class.getName(),
                            fixture.home().toString(),
                            profile,
                            executable.toString())
                    .redirectError(root.resolve("holder.log").toFile())
                    .start();
            output = process.inputReader(StandardCharsets.UTF_8);
        }

        long browser() throws IOException {
            String line = output.readLine();
            assertThat(line).as(Files.readString(root.resolve("holder.log"))).isNotNull();
            return Long.parseLong(line.substring(0, line.indexOf(' ')));
        }

        void kill() {
            process.destroyForcibly();
            LauncherFixture.await("the holder is gone", () -> !process.isAlive());
        }

        @Override
        public void close() throws IOException {
            process.outputWriter(StandardCharsets.UTF_8).close();
            LauncherFixture.await("the holder has ended", () -> !process.isAlive());
        }
    }

    @Test
    void startedTogetherTheyShareOneBrowser() throws IOException {
        try (Holder other = new Holder(profile.toString())) {
            Lease lease = fixture.launch("test", Optional.of(profile));

            assertThat(other.browser()).isEqualTo(lease.pid());
            assertThat(fixture.processes.drivers(profile)).hasSize(1);
        }
    }

    @Test
    void browserOutlivesItsLauncherAndEndsWithItsLastHolder() throws IOException {
        Lease lease;
        try (Holder launcher = new Holder(profile.toString())) {
            long browser = launcher.browser();
            lease = fixture.launch("test", Optional.of(profile));
            assertThat(lease.pid()).isEqualTo(browser);
            assertThat(lease.owned()).isTrue();
        }
        assertThat(lease.isAlive()).isTrue();

        lease.close();

        assertThat(lease.isAlive()).isFalse();
        assertThat(Files.exists(profile.resolve("SingletonLock"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }

    @Test
    void killedLauncherDoesNotTakeTheBrowserAlong() throws IOException {
        Holder launcher = new Holder(profile.toString());
        long browser = launcher.browser();
        Lease lease = fixture.launch("test", Optional.of(profile));
        launcher.kill();

        fixture.launcher.sweep();
        assertThat(lease.isAlive()).isTrue();
        assertThat(lease.pid()).isEqualTo(browser);

        lease.close();
        assertThat(lease.isAlive()).isFalse();
    }

    @Test
    void lastHolderEndsTheBrowserThatReplacedItsOwn() throws IOException {
        Lease replacement;
        try (Holder other = new Holder(profile.toString())) {
            long crashed = other.browser();
            LauncherFixture.signal("KILL", crashed);
            fixture.awaitGone(crashed);
            replacement = fixture.launch("test", Optional.of(profile));
            replacement.close();
            assertThat(replacement.isAlive()).isTrue();
        }
        fixture.awaitGone(replacement.pid());
        assertThat(replacement.folder().record()).doesNotExist();
    }

    @Test
    void browsersOfKilledHoldersAreReaped() throws IOException {
        Holder kept = new Holder(profile.toString());
        Holder thrownAway = new Holder("-");
        long first = kept.browser();
        long second = thrownAway.browser();
        fixture.launcher.sweep();
        assertThat(fixture.runs(first) && fixture.runs(second)).isTrue();
        kept.kill();
        thrownAway.kill();
        assertThat(fixture.runs(first) && fixture.runs(second)).isTrue();

        fixture.launcher.sweep();

        assertThat(fixture.runs(first)).isFalse();
        assertThat(fixture.runs(second)).isFalse();
        assertThat(fixture.layout().recorded()).isEmpty();
        assertThat(fixture.layout().ephemerals()).isEmpty();
        assertThat(fixture.layout().folder(profile).leases()).isEmptyDirectory();
        assertThat(fixture.home().resolve("browser/tmp")).isEmptyDirectory();
    }

    @Test
    void orphanIsAdoptedByALaunchOnItsProfile() throws IOException {
        Holder launcher = new Holder(profile.toString());
        long browser = launcher.browser();
        launcher.kill();

        Lease lease = fixture.launch("test", Optional.of(profile));

        assertThat(lease.pid()).isEqualTo(browser);
        assertThat(lease.owned()).isTrue();
    }

    @Test
    void unrecordedBrowserInOurOwnRootIsReaped() throws IOException {
        ProfileFolder folder = fixture.layout().newEphemeral();
        Files.createDirectories(folder.userDataDir());
        Process orphan = fixture.startByHand(folder.userDataDir());
        Process stranger = fixture.startByHand(profile);

        fixture.launcher.sweep();

        fixture.awaitGone(orphan.pid());
        assertThat(folder.userDataDir()).doesNotExist();
        assertThat(stranger.isAlive()).isTrue();
    }

    @Test
    void recordWhoseNumberBelongsToAStrangerIsDroppedWithoutASignal() throws IOException {
        Process stranger = fixture.start("sleep", "300");
        ProcessIdentity now = fixture.processes.identify(stranger.pid()).orElseThrow();
        ProfileFolder recycled = record(new ProcessIdentity(now.pid(), now.startTicks() - 1));

        fixture.launcher.sweep();

        assertThat(stranger.isAlive()).isTrue();
        assertThat(recycled.record()).doesNotExist();
    }

    @Test
    void recordWithoutAStartTimeIsKeptAndNobodyIsSignalled() throws IOException {
        Process stranger = fixture.start("sleep", "300");
        ProfileFolder unsure = record(new ProcessIdentity(stranger.pid(), 0));

        fixture.launcher.sweep();

        assertThat(stranger.isAlive()).isTrue();
        assertThat(unsure.record()).exists();
    }

    @Test
    void waitForAnotherProcessesLaunchEndsWithItsNameAndItsKilledLaunchIsReaped() throws IOException {
        Path script = Files.writeString(root.resolve("chrome"), "#!/bin/sh\nwhile :; do sleep 0.1; done\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Holder stuck = new Holder(profile.toString(), script);
        ProfileFolder folder = fixture.layout().folder(profile);
        LauncherFixture.await("the launch has begun", () -> Files.exists(folder.record()));

        assertThatThrownBy(() -> new StateLock().under(folder, Duration.ofMillis(100), () -> true))
                .hasMessageContaining("process " + stuck.process.pid() + " holds")
                .hasMessageContaining("state.lock");

        stuck.kill();
        assertThat(fixture.processes.drivers(profile)).hasSize(1);
        fixture.launcher.sweep();
        assertThat(fixture.processes.drivers(profile)).isEmpty();
        assertThat(folder.record()).doesNotExist();
    }

    private ProfileFolder record(ProcessIdentity browser) throws IOException {
        ProfileFolder folder = fixture.layout().folder(profile);
        new LaunchRecord(
                        LaunchRecord.VERSION,
                        profile.toString(),
                        "/usr/bin/chromium",
                        browser.pid(),
                        browser.startTicks(),
                        fixture.processes.machine(),
                        "",
                        "",
                        root.resolve("nothing").toString(),
                        false,
                        LaunchRecord.State.READY,
                        browser,
                        1)
                .write(folder.record());
        return folder;
    }
}
