package io.cdpsupervisor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.transport.CdpConnectors;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From an address to an open connection, or to a refusal that says why. */
class ConnectingTest {

    private static final Duration SHORT = Duration.ofMillis(500);

    private final FakeBrowser browser = FakeBrowser.start();

    @AfterEach
    void close() {
        browser.close();
    }

    private static CdpException refusal(CdpEndpoint endpoint, Duration timeout) {
        try (Client client = new Client(endpoint, timeout, Client.LIMIT)) {
            throw new AssertionError("It connected: " + client.connection);
        } catch (CdpException e) {
            return e;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:PORT",
                "http://localhost:PORT/",
                "http://127.0.0.1:PORT/json/version",
                "ws://127.0.0.1:PORT",
                "ws://localhost:PORT",
                "ws://127.0.0.1:PORT/devtools/browser/0f4e-fake",
                "http://127.0.0.1:PORT/devtools/browser/0f4e-fake"
            })
    void everyWayToWriteTheAddressConnects(String address) {
        try (Client client = new Client(new CdpEndpoint(address.replace("PORT", String.valueOf(browser.port()))))) {
            assertThat(client.call("Browser.getVersion", Map.of()).result()).containsEntry("product", "Fake/1.0");
            assertThat(client.connection.isOpen()).isTrue();
        }
    }

    @Test
    void localhostFindsABrowserOnTheOtherLoopbackFamily() {
        try (FakeBrowser six = FakeBrowser.start("::1");
                Client client = new Client(new CdpEndpoint("http://localhost:" + six.port()))) {
            assertThat(client.call("Browser.getVersion", Map.of()).result()).containsKey("product");
            assertThat(six.upgradeHeader("Host")).contains("[::1]:" + six.port());
        }
    }

    @Test
    void neitherOriginNorExtensionsNorProtocolsAreSent() {
        try (Client client = new Client(browser.endpoint())) {
            assertThat(client.connection.isOpen()).isTrue();
            assertThat(browser.upgradeHeader("Origin")).isEmpty();
            assertThat(browser.upgradeHeader("Sec-WebSocket-Extensions")).isEmpty();
            assertThat(browser.upgradeHeader("Sec-WebSocket-Protocol")).isEmpty();
            assertThat(browser.upgradeHeader("Host")).contains("127.0.0.1:" + browser.port());
        }
    }

    @Test
    void userInfoGoesIntoTheAuthorizationHeader() {
        String address = browser.socketEndpoint().address().replace("ws://", "ws://user:pw@");
        try (Client client = new Client(new CdpEndpoint(address))) {
            assertThat(client.connection.isOpen()).isTrue();
            assertThat(browser.upgradeHeader("Authorization")).contains("Basic dXNlcjpwdw==");
        }
    }

    @Test
    void aProxyOfTheMachineIsNotAskedForLoopback() {
        String old = System.getProperty("socksProxyHost");
        System.setProperty("socksProxyHost", "127.0.0.1");
        System.setProperty("socksProxyPort", "1");
        System.setProperty("http.nonProxyHosts", "");
        System.setProperty("socksNonProxyHosts", "");
        try (Client client = new Client(browser.endpoint())) {
            assertThat(client.connection.isOpen()).isTrue();
        } finally {
            System.clearProperty("socksProxyPort");
            System.clearProperty("http.nonProxyHosts");
            System.clearProperty("socksNonProxyHosts");
            if (old == null) {
                System.clearProperty("socksProxyHost");
            } else {
                System.setProperty("socksProxyHost", old);
            }
        }
    }

    @Test
    void nobodyListening() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        for (String address :
                new String[] {"http://localhost:" + free, "ws://localhost:" + free + "/devtools/browser/x"}) {
            CdpException refusal = refusal(new CdpEndpoint(address), Client.PATIENCE);
            assertThat(refusal.code()).isEqualTo(ErrorCode.DISCONNECTED);
            assertThat(refusal)
                    .hasMessageContaining("127.0.0.1:" + free + " (Connection refused)")
                    .hasMessageContaining("::1]:" + free);
        }
    }

    @Test
    void aPeerThatSaysNothingToDiscoveryIsLeftAtTheDeadline() {
        browser.saysNothing();
        assertThat(refusal(browser.endpoint(), SHORT))
                .hasMessageContaining("no answer within")
                .hasMessageContaining("127.0.0.1:" + browser.port());
    }

    @Test
    void aPeerThatNeverUpgradesIsLeftAtTheDeadline() {
        browser.saysNothing();
        assertThat(refusal(browser.socketEndpoint(), SHORT))
                .hasMessageContaining("did not finish the WebSocket handshake within 500 ms");
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 403, 404, 500, 502})
    void aRefusedUpgradeNamesTheStatus(int status) {
        browser.refuseUpgrades(status);
        CdpException refusal = refusal(browser.endpoint(), Client.PATIENCE);
        assertThat(refusal.code()).isEqualTo(ErrorCode.DISCONNECTED);
        assertThat(refusal).hasMessageContaining(String.valueOf(status));
    }

    @Test
    void aBrowserThatIsNoLongerThereAnswers404() {
        CdpEndpoint old = new CdpEndpoint("ws://127.0.0.1:" + browser.port() + "/devtools/browser/old");
        assertThat(refusal(old, Client.PATIENCE)).hasMessageContaining("404");
    }

    @Test
    void aDiscoveryThatIsRefusedNamesTheStatus() {
        browser.answerDiscovery(404, "{}");
        CdpException refusal = refusal(browser.endpoint(), Client.PATIENCE);
        assertThat(refusal.code()).isEqualTo(ErrorCode.DISCONNECTED);
        assertThat(refusal).hasMessageContaining("status 404").hasMessageContaining("DevToolsActivePort");
    }

    @Test
    void connectingOnTheLoopIsRefused() {
        try (Client client = new Client(browser.endpoint())) {
            assertThatThrownBy(() -> client.onLoop(() -> CdpConnectors.create()
                            .connect(browser.endpoint(), client.loop, client.ear, Client.PATIENCE, Client.LIMIT)))
                    .hasRootCauseInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void noSecretOfAnAddressComesOutAnywhere() {
        List<String> logs = new CopyOnWriteArrayList<>();
        StringBuilder said = new StringBuilder();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord logged) {
                logs.add(new SimpleFormatter().format(logged));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        handler.setLevel(Level.ALL);
        Logger ours = Logger.getLogger("io.cdpsupervisor");
        Level level = ours.getLevel();
        ours.setLevel(Level.ALL);
        ours.addHandler(handler);
        String secret = "user:SECRET1@127.0.0.1:" + browser.port() + "/devtools/browser/0f4e-fake";
        String query = "?token=SECRET2&signingKey=SECRET3";
        try {
            said.append(refusal(new CdpEndpoint("wsx://" + secret + query), SHORT));
            said.append(refusal(new CdpEndpoint("ws://user:SECRET1@127.0.0.1:1/x" + query), SHORT));
            said.append(refusal(new CdpEndpoint("ws://" + secret + query), Client.PATIENCE));
            try (Client client = new Client(new CdpEndpoint("ws://" + secret))) {
                said.append(client.call("Browser.getVersion", Map.of("token", "SECRET4"))
                        .json());
                browser.drop();
                Await.until("the loss is heard", () -> !client.ear.closed.isEmpty());
                said.append(client.ear.closed);
            }
            browser.saysNothing();
            said.append(refusal(new CdpEndpoint("ws://" + secret + query), SHORT));
            said.append(refusal(new CdpEndpoint("http://user:SECRET1@127.0.0.1:" + browser.port() + query), SHORT));
        } finally {
            ours.removeHandler(handler);
            ours.setLevel(level);
        }
        assertThat(said + String.join("\n", logs))
                .contains("=> #1 Browser.getVersion", "<= #1")
                .doesNotContain("SECRET");
    }

    @Test
    void aHundredCyclesLeaveNoThreadBehind() {
        try (Client warmUp = new Client(browser.endpoint())) {
            warmUp.call("Browser.getVersion", Map.of());
        }
        Set<Thread> before = threads();
        for (int i = 0; i < 100; i++) {
            try (Client client = new Client(browser.endpoint())) {
                assertThat(client.send("Browser.getVersion", Map.of())).isNotNull();
            }
        }
        Await.until("all threads of the 100 connections are gone", () -> before.containsAll(threads()));
        Await.until("the browser sees them all go", () -> browser.clients() == 0);
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
}
