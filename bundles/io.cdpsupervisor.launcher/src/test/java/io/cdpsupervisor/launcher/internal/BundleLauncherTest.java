package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.launcher.LaunchRequest;
import io.cdpsupervisor.api.launcher.LaunchedBrowser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to browsers when the bundle that uses them stops. */
class BundleLauncherTest {
    private static final LaunchRequest REQUEST = new LaunchRequest("local", Optional.empty(), LauncherFixture.TIMEOUT);

    @TempDir
    Path root;

    private final AtomicBoolean stopping = new AtomicBoolean();
    private LauncherFixture fixture;

    @AfterEach
    void close() {
        fixture.close();
    }

    private BundleLauncher bundle(Duration parkTime) throws IOException {
        fixture = new LauncherFixture(root, LauncherSettings.of(false, "auto", "", ""), parkTime);
        return new BundleLauncher(fixture.launcher, stopping::get);
    }

    @Test
    void nextLifeOfTheBundleFindsItsBrowserAgain() throws IOException {
        BundleLauncher before = bundle(Duration.ofSeconds(60));
        LaunchedBrowser first = before.launch(REQUEST);
        LaunchedBrowser neverClosed = before.launch(REQUEST);
        stopping.set(true);
        first.close();
        before.close();
        stopping.set(false);

        BundleLauncher after = new BundleLauncher(fixture.launcher, stopping::get);
        LaunchedBrowser second = after.launch(REQUEST);
        neverClosed.close();

        assertThat(second.pid()).isEqualTo(first.pid());
        assertThat(second.userDataDir()).isEqualTo(first.userDataDir());
        second.close();
        assertThat(second.isAlive()).isFalse();
    }

    @Test
    void parkedBrowserThatNobodyClaimsEnds() throws IOException {
        BundleLauncher bundle = bundle(Duration.ofMillis(200));
        LaunchedBrowser browser = bundle.launch(REQUEST);
        stopping.set(true);

        browser.close();

        fixture.awaitGone(browser.pid());
    }

    @Test
    void explicitCloseEndsItAtOnce() throws IOException {
        LaunchedBrowser browser = bundle(Duration.ofSeconds(60)).launch(REQUEST);

        browser.close();

        assertThat(browser.isAlive()).isFalse();
    }

    @Test
    void stoppingTheLauncherEndsWhatIsParked() throws IOException {
        BundleLauncher bundle = bundle(Duration.ofSeconds(60));
        LaunchedBrowser browser = bundle.launch(REQUEST);
        stopping.set(true);
        browser.close();
        assertThat(browser.isAlive()).isTrue();

        fixture.launcher.close();

        assertThat(browser.isAlive()).isFalse();
    }
}
