package io.cdpsupervisor.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RelayTest {

    private static final int LIMIT_MS = 20_000;

    private ServerSocket server;
    private Relay relay;
    private URI way;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        server.setSoTimeout(LIMIT_MS);
        relay = new Relay(server.getLocalPort());
        way = relay.to(URI.create("ws://127.0.0.1:" + server.getLocalPort() + "/devtools"));
    }

    @AfterEach
    void end() throws IOException {
        relay.close();
        server.close();
    }

    @Test
    void whatOneSideWritesTheOtherReads() throws IOException {
        try (Socket near = dial();
                Socket far = server.accept()) {
            near.getOutputStream().write("ask".getBytes());
            assertThat(far.getInputStream().readNBytes(3)).asString().isEqualTo("ask");
            far.getOutputStream().write("answer".getBytes());
            assertThat(near.getInputStream().readNBytes(6)).asString().isEqualTo("answer");
        }
    }

    @Test
    void aCutEndsWhatIsOpenAndTheNextConnectionIsWelcome() throws IOException {
        try (Socket near = dial();
                Socket far = server.accept()) {
            near.getOutputStream().write('a');
            assertThat(far.getInputStream().read()).isEqualTo('a');

            relay.cut();

            assertThat(near.getInputStream().read()).isEqualTo(-1);
        }
        try (Socket near = dial();
                Socket far = server.accept()) {
            near.getOutputStream().write('b');
            assertThat(far.getInputStream().read()).isEqualTo('b');
        }
    }

    @Test
    void whenOneSideEndsTheOtherDoes() throws IOException {
        try (Socket near = dial();
                Socket far = server.accept()) {
            far.close();
            assertThat(near.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void onlyHostAndPortOfTheAddressChange() {
        assertThat(way.toString()).startsWith("ws://127.0.0.1:").endsWith("/devtools");
        assertThat(way.getPort()).isNotEqualTo(server.getLocalPort());
    }

    private Socket dial() throws IOException {
        Socket socket = new Socket(way.getHost(), way.getPort());
        socket.setSoTimeout(LIMIT_MS);
        return socket;
    }
}
