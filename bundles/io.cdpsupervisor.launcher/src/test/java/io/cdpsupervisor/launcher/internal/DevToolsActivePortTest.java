package io.cdpsupervisor.launcher.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DevToolsActivePortTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final String ID = "/devtools/browser/5414b337-f471-4090-bf9f-de48509593e1";

    @Test
    void bothLinesAreRead() {
        assertThat(DevToolsActivePort.parse("42465\n" + ID)).contains(new DevToolsActivePort(42465, ID));
        assertThat(DevToolsActivePort.parse("42465\n" + ID + "\n")).contains(new DevToolsActivePort(42465, ID));
    }

    @Test
    void unfinishedOrForeignTextIsNotThereYet() {
        assertThat(DevToolsActivePort.parse("")).isEmpty();
        assertThat(DevToolsActivePort.parse("42465")).isEmpty();
        assertThat(DevToolsActivePort.parse("42465\n/devtools/bro")).isEmpty();
        assertThat(DevToolsActivePort.parse("port\n" + ID)).isEmpty();
        assertThat(DevToolsActivePort.parse("0\n" + ID)).isEmpty();
        assertThat(DevToolsActivePort.parse("70000\n" + ID)).isEmpty();
        assertThat(DevToolsActivePort.read(Path.of("/nonexistent"))).isEmpty();
    }

    @Test
    void anotherBrowserOnTheSamePortIsNotBelieved() throws IOException {
        HttpServer server = serving("{\"webSocketDebuggerUrl\":\"ws://127.0.0.1:1" + ID + "\"}");
        try {
            int port = server.getAddress().getPort();

            assertThat(new DevToolsActivePort(port, ID).answers(TIMEOUT)).isTrue();
            assertThat(new DevToolsActivePort(port, ID.replace("5414", "0000")).answers(TIMEOUT))
                    .isFalse();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void anOrdinaryWebServerOnThePortIsNotBelieved() throws IOException {
        HttpServer server = serving("<html>");
        try {
            assertThat(new DevToolsActivePort(server.getAddress().getPort(), ID).answers(TIMEOUT))
                    .isFalse();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aRedirectIsNotFollowed() throws IOException {
        HttpServer server = serving("{\"webSocketDebuggerUrl\":\"ws://127.0.0.1:1" + ID + "\"}");
        HttpServer redirecting = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        redirecting.createContext("/json/version", exchange -> {
            exchange.getResponseHeaders()
                    .add("Location", "http://127.0.0.1:" + server.getAddress().getPort() + "/json/version");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        redirecting.start();
        try {
            assertThat(new DevToolsActivePort(redirecting.getAddress().getPort(), ID).answers(TIMEOUT))
                    .isFalse();
        } finally {
            redirecting.stop(0);
            server.stop(0);
        }
    }

    @Test
    @Timeout(20)
    void aServerThatSendsDropByDropIsGivenUpOn() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread dripping = new Thread(() -> drip(server), "dripping");
            dripping.start();

            assertThat(new DevToolsActivePort(server.getLocalPort(), ID).answers(Duration.ofSeconds(1)))
                    .isFalse();
            dripping.join();
        }
    }

    /** Until the other side hangs up. */
    private static void drip(ServerSocket server) {
        try (Socket peer = server.accept()) {
            peer.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 8000\r\n\r\n".getBytes(US_ASCII));
            while (true) {
                peer.getOutputStream().write(' ');
                LockSupport.parkNanos(50_000_000);
            }
        } catch (IOException e) {
            // that is what the test waits for
        }
    }

    private static HttpServer serving(String body) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/json/version", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        return server;
    }
}
