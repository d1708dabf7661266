package io.cdpsupervisor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The connection and the test kit against the real thing. */
class ChromiumTest {

    private Chromium chromium;

    @BeforeEach
    void start() {
        chromium = Chromium.start();
    }

    @AfterEach
    void close() {
        chromium.close();
        assertThat(chromium.isAlive()).isFalse();
        assertThat(Files.exists(chromium.userDataDir())).isFalse();
    }

    private static Optional<String> page(Client client, String url) {
        Object target =
                client.call("Target.createTarget", Map.of("url", url)).result().get("targetId");
        CdpReply attached = client.call("Target.attachToTarget", Map.of("targetId", target, "flatten", true));
        return Optional.of((String) attached.result().get("sessionId"));
    }

    @Test
    void bothItsAddressesConnectAndCarryFortyMegabytes() {
        try (Client client = new Client(new CdpEndpoint(chromium.wsUrl()))) {
            assertThat(client.call("Browser.getVersion", Map.of()).result()).containsEntry("protocolVersion", "1.3");
        }
        try (Client client = new Client(new CdpEndpoint(chromium.httpUrl()))) {
            Optional<String> page = page(client, "about:blank");
            CdpReply reply = client.call(
                    page, "Runtime.evaluate", Map.of("expression", "'y'.repeat(40*1024*1024)", "returnByValue", true));
            assertThat(reply.json().length()).isGreaterThan(40 << 20);
            assertThat(((Map<?, ?>) reply.result().get("result")).get("value")).isEqualTo("y".repeat(40 << 20));
        }
    }

    @Test
    void commandsOfTwoHundredKilobytesAndOfFiveMegabytesReachItWhole() {
        try (Client client = new Client(new CdpEndpoint(chromium.httpUrl()))) {
            Optional<String> page = page(client, "about:blank");
            for (int size : new int[] {200 << 10, 5 << 20}) {
                String expression = "'" + "z".repeat(size) + "'.length";
                CdpReply reply = client.call(page, "Runtime.evaluate", Map.of("expression", expression));
                assertThat(((Map<?, ?>) reply.result().get("result")).get("value"))
                        .isEqualTo((long) size);
            }
        }
    }

    @Test
    void aReplyOverTheLimitCostsItsConnectionAndNotTheBrowser() {
        CdpEndpoint endpoint = new CdpEndpoint(chromium.httpUrl());
        try (Client client = new Client(endpoint, Client.PATIENCE, 1 << 20)) {
            Optional<String> page = page(client, "about:blank");
            CdpException failure = Client.failure(client.send(
                    page, "Runtime.evaluate", Map.of("expression", "'y'.repeat(2 << 20)", "returnByValue", true)));
            assertThat(failure.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
            assertThat(failure).hasMessageContaining("the connection was closed");
        }
        try (Client client = new Client(endpoint)) {
            assertThat(client.call("Browser.getVersion", Map.of()).result()).isNotEmpty();
        }
    }

    @Test
    void itRefusesAnOriginAndSoWeSendNone() throws IOException {
        URI address = URI.create(chromium.wsUrl());
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            String upgrade = "GET " + address.getPath() + " HTTP/1.1\r\nHost: " + address.getAuthority()
                    + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
                    + "\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nOrigin: http://evil.test\r\n\r\n";
            socket.getOutputStream().write(upgrade.getBytes(StandardCharsets.US_ASCII));
            byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 403".length());
            assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 403");
        }
        try (Client client = new Client(new CdpEndpoint(chromium.wsUrl()))) {
            assertThat(client.connection.isOpen()).isTrue();
        }
    }

    @Test
    void whenItIsKilledEveryWaiterFailsAndTheEndIsHeardOnce() {
        try (Client client = new Client(new CdpEndpoint(chromium.httpUrl()))) {
            Optional<String> page = page(client, "about:blank");
            List<CompletableFuture<CdpReply>> waiting = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                waiting.add(client.send(
                        page, "Runtime.evaluate", Map.of("expression", "new Promise(() => {})", "awaitPromise", true)));
            }
            client.call(page, "Runtime.evaluate", Map.of("expression", "1"));
            assertThat(client.onLoop(client.connection::waiting)).isEqualTo(10);
            chromium.kill();
            waiting.forEach(future -> assertThat(Client.failure(future).code()).isEqualTo(ErrorCode.DISCONNECTED));
            Await.until("the end is heard", () -> !client.ear.closed.isEmpty());
            assertThat(client.ear.closed).hasSize(1);
        }
    }

    @Test
    void anIframeOfSiteBInAPageOfSiteAIsOutOfProcess() {
        try (TestSite site = TestSite.start();
                Client client = new Client(new CdpEndpoint(chromium.httpUrl()))) {
            site.page("/top", "<title>top</title><iframe src='" + site.b("/inner") + "'></iframe>");
            site.page("/inner", Map.of("X-From", "test"), "<title>inner</title>");
            Optional<String> page = page(client, site.a("/top"));
            client.call(
                    page,
                    "Target.setAutoAttach",
                    Map.of("autoAttach", true, "waitForDebuggerOnStart", false, "flatten", true));
            Await.until(
                    "the iframe is a target of its own",
                    () -> client.ear.events.stream()
                            .filter(event -> event.method().equals("Target.attachedToTarget"))
                            .filter(event -> event.sessionId().equals(page))
                            .anyMatch(event -> event.params().toString().contains("type=iframe")));
        }
    }
}
