package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
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
        ProcFs processes = new ProcFs(Path.of("/proc"));
        for (String pid : Files.readString(pids).trim().split(" ")) {
            LauncherFixture.await(
                    "process " + pid + " is gone",
                    () -> processes.identify(Long.parseLong(pid)).isEmpty());
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
