package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.transport.CdpConnectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executables that are no good; each gives an error of its own and leaves nothing. */
class LaunchFailureTest {

    @TempDir
    Path root;

    @Test
    void missingBrowserIsNotFound() throws IOException {
        BrowserException error = failure("/no/such/chrome", Duration.ofSeconds(30));

        assertThat(error.code()).isEqualTo(ErrorCode.BROWSER_NOT_FOUND);
        assertThat(error).hasMessageContaining("/no/such/chrome");
    }

    @Test
    void browserThatExitsAtOnceIsReportedWithWhatItPrinted() throws IOException {
        BrowserException error = failure(
                script("echo 'chrome: error while loading shared libraries: libnspr4.so: not found' >&2; exit 127"),
                Duration.ofSeconds(30));

        assertThat(error.code()).isEqualTo(ErrorCode.LAUNCH_FAILED);
        assertThat(error)
                .hasMessageContaining("code 127")
                .hasMessageContaining("libnspr4.so")
                .hasMessageContaining("apt-get install chromium");
    }

    @Test
    void programThatIsNoBrowserIsSuspected() throws IOException {
        assertThat(failure("/bin/true", Duration.ofSeconds(30))).hasMessageContaining("is it a Chromium?");
    }

    @Test
    void browserThatNeverOpensItsPortIsEndedWithItsChildren() throws IOException {
        Path pids = root.resolve("pids");
        BrowserException error =
                failure(script("sleep 300 & echo $$ $! >" + pids + "; echo started; wait"), Duration.ofSeconds(2));

        assertThat(error.code()).isEqualTo(ErrorCode.LAUNCH_FAILED);
        assertThat(error)
                .hasMessageContaining("never opened its debugging port")
                .hasMessageContaining("started");
        awaitGone(pids);
    }

    @Test
    void waitingForTheProfileCountsAsLaunchTime() throws IOException {
        try (LauncherFixture fixture = broken("exec sleep 300")) {
            Path profile = fixture.profile();
            Process starting = fixture.start("sh", "-c", "sleep 2; true", "chrome", "--user-data-dir=" + profile);
            String host = fixture.processes.machine().hostname();
            Files.createSymbolicLink(profile.resolve("SingletonLock"), Path.of(host + "-" + starting.pid()));

            BrowserException error = catchThrowableOfType(
                    BrowserException.class, () -> fixture.launch("test", Optional.of(profile), Duration.ofSeconds(8)));

            assertThat(error)
                    .hasMessageContaining("never opened its debugging port")
                    .hasMessageNotContaining("for 8 s");
        }
    }

    @Test
    void interruptedLaunchEndsItsBrowserAndLetsGoOfTheProfile() throws Exception {
        Path pids = root.resolve("pids");
        try (LauncherFixture fixture = broken("sleep 300 & echo $$ $! >" + pids + "; wait")) {
            AtomicReference<BrowserException> error = new AtomicReference<>();
            AtomicBoolean stillInterrupted = new AtomicBoolean();
            Thread caller = new Thread(
                    () -> {
                        error.set(catchThrowableOfType(
                                BrowserException.class, () -> fixture.launch("test", Optional.empty())));
                        stillInterrupted.set(Thread.currentThread().isInterrupted());
                    },
                    "caller");
            caller.start();
            LauncherFixture.await(
                    "the browser was spawned",
                    () -> Files.exists(pids) && pids.toFile().length() > 2);

            caller.interrupt();
            caller.join();

            assertThat(error.get().code()).isEqualTo(ErrorCode.LAUNCH_FAILED);
            assertThat(error.get()).hasMessageContaining("interrupted");
            assertThat(stillInterrupted).isTrue();
            awaitGone(pids);
            assertThat(fixture.layout().recorded()).isEmpty();
            assertThat(LauncherFixture.names(fixture.home().resolve("browser"))).containsExactly("ephemeral", "tmp");
            assertThat(fixture.home().resolve("browser/ephemeral")).isEmptyDirectory();
        }
    }

    @Test
    void interruptedLaunchLeavesTheLeasesOfOthersAlone() throws IOException {
        try (LauncherFixture fixture = new LauncherFixture(root)) {
            Lease lease = fixture.launch("test", Optional.of(fixture.profile()));
            Path file = lease.folder()
                    .leases()
                    .resolve(LauncherFixture.names(lease.folder().leases()).get(0));

            Thread.currentThread().interrupt();
            BrowserException error = catchThrowableOfType(
                    BrowserException.class, () -> fixture.launch("other", Optional.of(fixture.profile())));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(error.code()).isEqualTo(ErrorCode.LAUNCH_FAILED);
            assertThat(LauncherFixture.isHeld(file)).isTrue();
            assertThat(lease.isAlive()).isTrue();
        }
    }

    @Test
    void nothingIsSpawnedWhereProcessesCannotBeToldApart() throws IOException {
        Path spawned = root.resolve("spawned");
        BrowserHome home = new BrowserHome(root.resolve("h"));
        ProfileFolder folder = home.persistent(root.resolve("profile"));
        ProcFs processes = new ProcFs(Path.of("/proc"));
        ProcFs blind = new ProcFs(root.resolve("nothing"));
        try (LeaseBook leases = new LeaseBook(processes)) {
            ProfileOpener opener = new ProfileOpener(
                    home,
                    blind,
                    new ProfileOccupancy(processes, leases),
                    new ChromiumLocator(Map.of(), List.of()),
                    new ChromiumEnder(home, processes, new BrowserCloser(CdpConnectors.create())),
                    System.getenv());
            LauncherSettings settings =
                    LauncherSettings.of(false, "auto", script("echo >" + spawned + "; exec sleep 20"), "");

            assertThatThrownBy(() -> opener.open(folder, settings, Duration.ofSeconds(10), () -> false))
                    .isInstanceOf(UncheckedIOException.class);

            assertThat(spawned).doesNotExist();
            assertThat(processes.drivers(folder.userDataDir())).isEmpty();
        }
    }

    @Test
    void lostRaceIsTriedOnceMoreAndThenReportedAsInUse() throws IOException {
        Path tries = root.resolve("tries");

        BrowserException error = failure(script("echo try >>" + tries + "; exit 21"), Duration.ofSeconds(30));

        assertThat(error.code()).isEqualTo(ErrorCode.PROFILE_IN_USE);
        assertThat(Files.readAllLines(tries)).hasSize(2);
    }

    @Test
    void usersOwnProfileIsNotDriven() throws IOException {
        try (LauncherFixture fixture = new LauncherFixture(root)) {
            Path own = UsersOwnProfiles.of(System.getenv()).folders().get(0);

            BrowserException error =
                    catchThrowableOfType(BrowserException.class, () -> fixture.launch("test", Optional.of(own)));

            assertThat(error.code()).isEqualTo(ErrorCode.LAUNCH_FAILED);
            assertThat(error).hasMessageContaining("the user's own browser");
        }
    }

    private static void awaitGone(Path pids) throws IOException {
        ProcFs processes = new ProcFs(Path.of("/proc"));
        for (String pid : Files.readString(pids).trim().split(" ")) {
            LauncherFixture.await(
                    "process " + pid + " is gone",
                    () -> processes.identify(Long.parseLong(pid)).isEmpty());
        }
    }

    private LauncherFixture broken(String script) throws IOException {
        return new LauncherFixture(
                root, LauncherSettings.of(false, "auto", script(script), ""), Duration.ofSeconds(30));
    }

    private BrowserException failure(String executable, Duration timeout) throws IOException {
        LauncherSettings settings = LauncherSettings.of(false, "auto", executable, "");
        try (LauncherFixture fixture = new LauncherFixture(root, settings, Duration.ofSeconds(30))) {
            BrowserException error = catchThrowableOfType(
                    BrowserException.class, () -> fixture.launch("test", Optional.empty(), timeout));

            assertThat(fixture.layout().recorded()).isEmpty();
            assertThat(fixture.layout().ephemerals()).isEmpty();
            return error;
        }
    }

    private String script(String text) throws IOException {
        Path file = Files.writeString(root.resolve("chrome"), "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file.toString();
    }
}
