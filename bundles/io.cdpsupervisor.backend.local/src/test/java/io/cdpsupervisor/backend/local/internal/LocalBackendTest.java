package io.cdpsupervisor.backend.local.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.backend.BackendCapabilities;
import io.cdpsupervisor.api.backend.BackendRequest;
import io.cdpsupervisor.api.backend.BackendSession;
import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LocalBackendTest {
    private static final BackendRequest REQUEST = new BackendRequest("task", Optional.empty());

    private final FakeLauncher launcher = new FakeLauncher();
    private final LocalBackend backend = new LocalBackend(launcher, "");

    @Test
    void everyTaskIsServedUnderOneKey() {
        assertThat(backend.name()).isEqualTo("local");
        assertThat(backend.accepts(REQUEST).accepted()).isTrue();

        backend.open(REQUEST);
        backend.open(new BackendRequest("other", Optional.of("http://example.com/")));

        assertThat(launcher.requests)
                .hasSize(2)
                .allSatisfy(r -> assertThat(r.key()).isEqualTo("local"))
                .allSatisfy(r -> assertThat(r.ephemeral()).isTrue());
    }

    @Test
    void changedProfileCountsFromTheNextSessionOn() {
        backend.apply(" ~/profile ");
        backend.open(REQUEST);
        backend.apply("/data/profile");
        backend.open(REQUEST);

        assertThat(launcher.requests.get(0).userDataDir())
                .contains(Path.of(System.getProperty("user.home"), "profile"));
        assertThat(launcher.requests.get(1).userDataDir()).contains(Path.of("/data/profile"));
    }

    @Test
    void sessionSaysWhatTheBrowserCanDo() {
        BackendSession session = backend.open(REQUEST);

        assertThat(session.id()).isEqualTo("local:/profile");
        assertThat(session.cdpEndpoint()).contains(new CdpEndpoint("http://127.0.0.1:1000"));
        assertThat(session.capabilities())
                .isEqualTo(new BackendCapabilities(BackendCapabilities.Dialogs.NATIVE, true, true, true));
    }

    @Test
    void deadBrowserIsStartedAgainWhenItsAddressIsAskedFor() {
        BackendSession session = backend.open(REQUEST);
        launcher.leases.get(0).alive = false;

        assertThat(session.cdpEndpoint()).contains(new CdpEndpoint("http://127.0.0.1:1001"));
        assertThat(session.cdpEndpoint()).contains(new CdpEndpoint("http://127.0.0.1:1001"));
        assertThat(launcher.leases.get(0).closes).isEqualTo(1);
        assertThat(launcher.requests).hasSize(2);
    }

    @Test
    void closeGivesTheLeaseBack() {
        BackendSession session = backend.open(REQUEST);

        session.close();

        assertThat(launcher.leases.get(0).closes).isEqualTo(1);
    }

    @Test
    void closedSessionStartsNoBrowser() {
        BackendSession session = backend.open(REQUEST);
        session.close();
        launcher.leases.get(0).alive = false;

        assertThatThrownBy(session::cdpEndpoint)
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BACKEND_GONE));
        assertThat(launcher.requests).hasSize(1);
    }

    @Test
    void closeDuringARelaunchClosesTheNewBrowserToo() {
        BackendSession session = backend.open(REQUEST);
        launcher.leases.get(0).alive = false;
        launcher.duringLaunch = session::close;

        session.cdpEndpoint();

        assertThat(launcher.leases.get(1).closes).isEqualTo(1);
    }
}
