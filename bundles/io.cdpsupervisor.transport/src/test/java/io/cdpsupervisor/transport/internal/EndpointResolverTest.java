package io.cdpsupervisor.transport.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointResolverTest {

    private static final String FOUND =
            "{\"Browser\":{},\"webSocketDebuggerUrl\":\"ws://0.0.0.0:1/devtools/browser/x\"}";

    private final List<String> hostHeaders = new CopyOnWriteArrayList<>();
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private int status = 200;
    private String body = FOUND;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(local(1), 0), 0);
        server.createContext("/", exchange -> {
            hostHeaders.add(exchange.getRequestHeaders().getFirst("Host"));
            paths.add(exchange.getRequestURI().toString());
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private Dial resolve(String address) {
        return resolve(address, EndpointResolverTest::twoAddresses);
    }

    private static Dial resolve(String address, EndpointResolver.Names names) {
        return new EndpointResolver(names).resolve(new CdpEndpoint(address), Deadline.in(Duration.ofSeconds(20)));
    }

    private static InetAddress local(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }

    /** Nobody listens at the first one. */
    private static InetAddress[] twoAddresses(String host) throws UnknownHostException {
        return new InetAddress[] {local(2), local(1)};
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:PORT, /json/version",
        "http://127.0.0.1:PORT/, /json/version",
        "http://127.0.0.1:PORT/json/version, /json/version",
        "http://127.0.0.1:PORT/json/version/, /json/version",
        "ws://127.0.0.1:PORT, /json/version",
        "http://127.0.0.1:PORT/proxied/here, /proxied/here/json/version",
        "http://127.0.0.1:PORT?token=t, /json/version?token=t",
    })
    void asksForThePathAndKeepsTheAuthorityItReached(String address, String asked) throws Exception {
        Dial dial = resolve(address.replace("PORT", String.valueOf(port())), InetAddress::getAllByName);
        assertThat(paths).containsExactly(asked);
        assertThat(dial.pathAndQuery()).isEqualTo("/devtools/browser/x");
        assertThat(dial.port()).isEqualTo(port());
        assertThat(dial.addresses()).containsExactly(local(1));
        assertThat(dial.secure()).isFalse();
    }

    @Test
    void aNameIsAskedByAddressAndEveryAddressIsTried() throws Exception {
        Dial dial = resolve("http://browser_box:" + port());
        assertThat(hostHeaders).containsExactly("127.0.0.1:" + port());
        assertThat(dial.addresses()).containsExactly(local(1));
        assertThat(dial.nameInHeader()).isFalse();
    }

    @Test
    void localhostMeansBothLoopbackFamilies() throws Exception {
        Dial dial = resolve("ws://localhost:9222/devtools/browser/x");
        assertThat(dial.addresses()).containsExactly(local(1), InetAddress.getByAddress(new byte[] {
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
        }));
    }

    @Test
    void anAddressWithAPathIsDialledAsItIs() {
        Dial dial = resolve("wss://u:p@cloud.example/connect?apiKey=k");
        assertThat(paths).isEmpty();
        assertThat(dial.pathAndQuery()).isEqualTo("/connect?apiKey=k");
        assertThat(dial.secure()).isTrue();
        assertThat(dial.nameInHeader()).isTrue();
        assertThat(dial.label()).isEqualTo("cloud.example:443");
        assertThat(dial.authorization()).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | {}                                     | DevToolsActivePort",
                "403 | {}                                     | waits to be allowed",
                "500 | {}                                     | status 500",
                "302 | {}                                     | status 302",
                "200 | <html>                                 | not JSON",
                "200 | ''                                     | not a JSON object",
                "200 | [1]                                    | not a JSON object",
                "200 | {\"webSocketDebuggerUrl\":5}           | no webSocketDebuggerUrl",
                "200 | {\"webSocketDebuggerUrl\":\"http://h\"} | not a WebSocket address",
                "200 | {\"webSocketDebuggerUrl\":\"ws://h:x/SECRET\"} | not a WebSocket address",
            })
    void anAnswerThatDoesNotHelpIsToldWithoutSecrets(int answered, String with, String told) {
        status = answered;
        body = with;
        assertThatThrownBy(
                        () -> resolve("http://u:SECRET@127.0.0.1:" + port() + "?k=SECRET", InetAddress::getAllByName))
                .isInstanceOfSatisfying(
                        CdpException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISCONNECTED))
                .hasMessageContaining("127.0.0.1:" + port() + " (")
                .hasMessageContaining(told)
                .message()
                .doesNotContain("SECRET");
    }

    @Test
    void everythingThatWasTriedIsTold() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        assertThatThrownBy(() -> resolve("http://two:" + free))
                .hasMessageContaining("127.0.0.2:" + free + " (Connection refused)")
                .hasMessageContaining("127.0.0.1:" + free + " (Connection refused)")
                .hasMessageContaining("--remote-debugging-port");
    }

    @Test
    void anUnknownNameIsTold() {
        assertThatThrownBy(() -> resolve("http://nowhere:9222", host -> {
                    throw new UnknownHostException(host);
                }))
                .isInstanceOfSatisfying(
                        CdpException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISCONNECTED))
                .hasMessageContaining("'nowhere' is unknown");
    }
}
