package io.cdpsupervisor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.transport.CdpConnectors;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From an address to an open connection, or to a refusal that says why. */
class ConnectingTest {

    private static final Duration SHORT = Duration.ofMillis(500);

    private final FakeBrowser browser = FakeBrowser.start();

    @AfterEach
    void close() {
        browser.close();
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
    void noProxyIsAskedForLoopback() {
        Map<String, String> dead = Map.of(
                "http.proxyHost", "127.0.0.1",
                "http.proxyPort", "1",
                "http.nonProxyHosts", "",
                "socksProxyHost", "127.0.0.1",
                "socksProxyPort", "1",
                "socksNonProxyHosts", "");
        ProxySelector before = ProxySelector.getDefault();
        Properties propertiesBefore = (Properties) System.getProperties().clone();
        List<URI> asked = new CopyOnWriteArrayList<>();
        dead.forEach(System::setProperty);
        ProxySelector.setDefault(new ProxySelector() {
            @Override
            public List<Proxy> select(URI address) {
                asked.add(address);
                return List.of(new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", 1)));
            }

            @Override
            public void connectFailed(URI address, SocketAddress proxy, IOException why) {}
        });
        try (Client discovered = new Client(browser.endpoint());
                Client dialled = new Client(browser.socketEndpoint())) {
            assertThat(discovered.connection.isOpen()).isTrue();
            assertThat(dialled.connection.isOpen()).isTrue();
            assertThat(asked).isEmpty();
        } finally {
            ProxySelector.setDefault(before);
            System.setProperties(propertiesBefore);
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
            CdpException refusal = Client.refusal(new CdpEndpoint(address), Client.PATIENCE);
            assertThat(refusal.code()).isEqualTo(ErrorCode.DISCONNECTED);
            assertThat(refusal)
                    .hasMessageContaining("127.0.0.1:" + free + " (Connection refused)")
                    .hasMessageContaining("::1]:" + free);
        }
    }

    @Test
    void aPeerThatSaysNothingToDiscoveryIsLeftAtTheDeadline() {
        browser.saysNothing();
        assertThat(Client.refusal(browser.endpoint(), SHORT))
                .hasMessageContaining("no answer within")
                .hasMessageContaining("127.0.0.1:" + browser.port());
    }

    @Test
    void aPeerThatNeverUpgradesIsLeftAtTheDeadline() {
        browser.saysNothing();
        assertThat(Client.refusal(browser.socketEndpoint(), SHORT))
                .hasMessageContaining("did not finish the WebSocket handshake within 500 ms");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 302, 403, 404, 500, 502, 503})
    void aRefusedUpgradeNamesTheStatus(int status) {
        browser.refuseUpgrades(status);
        CdpException refusal = Client.refusal(browser.endpoint(), Client.PATIENCE);
        assertThat(refusal.code()).isEqualTo(ErrorCode.DISCONNECTED);
        assertThat(refusal).hasMessageContaining(String.valueOf(status));
    }

    @ParameterizedTest
    @CsvSource({"403, waits to be allowed", "404, DevToolsActivePort", "502, status 502", "503, status 503"})
    void aDiscoveryThatIsRefusedNamesTheStatus(int status, String told) {
        browser.answerDiscovery(status, "{}");
        CdpException refusal = Client.refusal(browser.endpoint(), Client.PATIENCE);
        assertThat(refusal.code()).isEqualTo(ErrorCode.DISCONNECTED);
        assertThat(refusal).hasMessageContaining("status " + status).hasMessageContaining(told);
    }

    @Test
    void theAuthorityThatWasReachedCountsNotTheOneThatDiscoveryNames() {
        String elsewhere = "ws://elsewhere.invalid:9/devtools/browser/0f4e-fake";
        browser.answerDiscovery(200, "{\"webSocketDebuggerUrl\":\"" + elsewhere + "\"}");
        try (Client client = new Client(browser.endpoint())) {
            assertThat(client.call("Browser.getVersion", Map.of()).result()).isNotEmpty();
        }
    }

    @Test
    void anAddressThatHasMovedIs404AndTheNewOneConnects() {
        CdpEndpoint old = browser.socketEndpoint();
        browser.moveTo("/devtools/browser/0f4e-fake?key=2");
        assertThat(Client.refusal(old, Client.PATIENCE)).hasMessageContaining("404");
        try (Client client = new Client(browser.socketEndpoint())) {
            assertThat(client.connection.isOpen()).isTrue();
        }
    }

    @Test
    void aPeerWithoutTlsThatAnswersInPlainTextIsToldAsOne() throws IOException {
        try (DrippingPeer peer = new DrippingPeer("HTTP/1.1 400 Bad Request\r\n\r\n")) {
            assertThat(Client.refusal(peer.at("wss://127.0.0.1:PORT/x"), Client.PATIENCE))
                    .hasMessageContaining("it does not speak TLS; use ws:// or http://");
        }
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
        StringBuilder said = new StringBuilder();
        String secret = "user:SECRET1@127.0.0.1:" + browser.port() + "/devtools/browser/0f4e-fake";
        String query = "?token=SECRET2&signingKey=SECRET3";
        try (RecordedLog log = RecordedLog.of("io.cdpsupervisor")) {
            said.append(Client.refusal(new CdpEndpoint("wsx://" + secret + query), SHORT));
            said.append(Client.refusal(new CdpEndpoint("ws://user:SECRET1@127.0.0.1:1/x" + query), SHORT));
            said.append(Client.refusal(new CdpEndpoint("ws://" + secret + query), Client.PATIENCE));
            try (Client client = new Client(new CdpEndpoint("ws://" + secret))) {
                said.append(client.call("Browser.getVersion", Map.of("token", "SECRET4"))
                        .json());
                browser.drop();
                Await.until("the loss is heard", () -> !client.ear.closed.isEmpty());
                said.append(client.ear.closed);
            }
            browser.saysNothing();
            said.append(Client.refusal(new CdpEndpoint("ws://" + secret + query), SHORT));
            said.append(
                    Client.refusal(new CdpEndpoint("http://user:SECRET1@127.0.0.1:" + browser.port() + query), SHORT));
            assertThat(said + String.join("\n", log.texts(Level.ALL)))
                    .contains("=> #1 Browser.getVersion", "<= #1")
                    .doesNotContain("SECRET");
        }
    }
}
