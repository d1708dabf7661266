package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No word of an address that is nobody's business, whatever becomes of the connection. */
class ConnectionSecretsTest {

    private static final Duration A_CALL = Duration.ofSeconds(20);

    private final HandDriven rig = new HandDriven();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void anAddressThatRotatesIsAskedForOnEveryDialAndNeverLogged() {
        AtomicInteger keys = new AtomicInteger();
        rig.endpoint = () -> {
            rig.browser.moveTo("/devtools/browser/signed?key=SECRET" + keys.incrementAndGet());
            return rig.browser.socketEndpoint();
        };
        TaskSupervisor task = rig.startForLong();
        for (int i = 0; i < 3; i++) {
            rig.drop(task);
            rig.untilNextDial();
            rig.await(task, SupervisorState.ATTACHED);
            rig.advance(HandDriven.LONG_ENOUGH);
        }
        assertThat(rig.dialled)
                .extracting(CdpEndpoint::address)
                .doesNotHaveDuplicates()
                .hasSize(4);
        assertThat(rig.logged()).contains("Task t").doesNotContain("SECRET");
    }

    private CdpEndpoint secret(String path) {
        return new CdpEndpoint(
                "ws://user:SECRET@127.0.0.1:" + rig.browser.port() + path + "?token=SECRET&signingKey=SECRET");
    }

    @Test
    void aStartThatFailsTellsNone() {
        rig.endpoint = () -> secret("/devtools/browser/old");
        BrowserException refused = rig.failure(rig.starting());
        assertThat(refused.code()).isEqualTo(ErrorCode.DISCONNECTED);
        assertThat(refused).hasMessageContaining("127.0.0.1:" + rig.browser.port());
        rig.endpoint = () -> new CdpEndpoint("wsx://user:SECRET@127.0.0.1/x?token=SECRET");
        BrowserException nonsense = rig.failure(rig.starting());
        assertThat(nonsense.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(Throwables.getStackTrace(refused) + Throwables.getStackTrace(nonsense) + rig.logged())
                .doesNotContain("SECRET");
    }

    @Test
    void whateverABackendThrowsTellsNone() {
        rig.endpoint = () -> {
            throw new IllegalStateException("wss://u:SECRET@h/x?token=SECRET");
        };
        BrowserException failure = rig.failure(rig.starting());
        assertThat(Throwables.getStackTrace(failure) + rig.logged()).doesNotContain("SECRET");
    }

    @Test
    void aConnectionThatIsLostForGoodTellsNone() {
        rig.browser.moveTo("/x?token=SECRET&signingKey=SECRET");
        rig.endpoint = () -> secret("/x");
        TaskSupervisor task = rig.startForLong();
        rig.browser.ignore("Never.it");
        TaskCdp.PendingReply waiting = task.openScope().send(CdpRoute.PAGE, "Never.it", Map.of(), A_CALL);
        rig.await("it is sent", () -> !rig.browser.commands("Never.it").isEmpty());
        rig.browser.moveTo("/elsewhere");
        rig.drop(task);
        assertThatThrownBy(waiting::join).message().doesNotContain("SECRET");
        rig.pausesToTheEnd(task);
        assertThat(rig.warnings()).singleElement().asString().contains("404");
        assertThat(task.snapshot() + rig.logged()).doesNotContain("SECRET");
    }
}
