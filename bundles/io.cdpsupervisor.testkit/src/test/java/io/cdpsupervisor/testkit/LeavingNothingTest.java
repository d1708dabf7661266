package io.cdpsupervisor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.error.ErrorCode;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections come and go; their threads and sockets go with them. */
class LeavingNothingTest {

    private static final int CYCLES = 100;
    private static final Duration SHORT = Duration.ofMillis(50);

    private final UnixOperatingSystemMXBean system =
            (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final FakeBrowser browser = FakeBrowser.start();
    private Set<Thread> threadsBefore;
    private long filesBefore;

    @BeforeEach
    void warmUp() {
        browser.ignore("Never.it");
        try (Client client = new Client(browser.endpoint())) {
            client.call("Browser.getVersion", Map.of());
        }
        Await.until("the browser sees it go", () -> browser.clients() == 0);
        threadsBefore = threads();
        filesBefore = system.getOpenFileDescriptorCount();
    }

    @AfterEach
    void close() {
        browser.close();
    }

    private void assertNothingIsLeft() {
        Await.until("their threads are gone", () -> threadsBefore.containsAll(threads()));
        Await.until("the browser sees them all go", () -> browser.clients() == 0);
        Await.until("their sockets are gone", () -> system.getOpenFileDescriptorCount() < filesBefore + CYCLES / 10);
    }

    /** But for those of the fake browser itself, and of the JVM. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("fake-browser"))
                .filter(thread -> !isOfTheJvm(thread))
                .collect(Collectors.toSet());
    }

    private static boolean isOfTheJvm(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null || group.getName().equals("system");
    }

    @Test
    void afterAHundredConnectionsThatWeClosed() {
        for (int i = 0; i < CYCLES; i++) {
            try (Client client = new Client(browser.endpoint())) {
                assertThat(client.send("Never.it", Map.of())).isNotDone();
            }
        }
        assertNothingIsLeft();
    }

    @Test
    void afterAHundredConnectionsThatTheBrowserDropped() {
        for (int i = 0; i < CYCLES; i++) {
            try (Client client = new Client(browser.socketEndpoint())) {
                browser.drop();
                assertThat(Client.failure(client.send("Never.it", Map.of())).code())
                        .isEqualTo(ErrorCode.DISCONNECTED);
            }
        }
        assertNothingIsLeft();
    }

    @Test
    void afterAHundredRefusals() {
        browser.refuseUpgrades(403);
        CdpEndpoint moved = new CdpEndpoint("ws://127.0.0.1:" + browser.port() + "/devtools/browser/old");
        for (int i = 0; i < CYCLES / 2; i++) {
            assertThat(Client.refusal(browser.endpoint(), Client.PATIENCE)).hasMessageContaining("403");
            assertThat(Client.refusal(moved, Client.PATIENCE)).hasMessageContaining("404");
        }
        assertNothingIsLeft();
    }

    @Test
    void afterFortyPeersThatSaidNothing() {
        browser.saysNothing();
        for (int i = 0; i < CYCLES / 5; i++) {
            Client.refusal(browser.endpoint(), SHORT);
            Client.refusal(browser.socketEndpoint(), SHORT);
        }
        assertNothingIsLeft();
    }
}
