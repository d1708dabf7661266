package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

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
