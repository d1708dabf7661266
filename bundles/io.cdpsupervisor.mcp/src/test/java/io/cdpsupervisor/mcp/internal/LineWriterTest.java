package io.cdpsupervisor.mcp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LineWriterTest {

    private static final int MEGABYTE = 1024 * 1024;
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofSeconds(20);

    private Pipe pipe;
    private LineWriter writer;

    @BeforeEach
    void open() throws IOException {
        pipe = Pipe.open();
        writer = new LineWriter(Channels.newOutputStream(pipe.sink()), () -> {});
        writer.start();
    }

    @AfterEach
    void close() throws IOException {
        pipe.source().close();
        writer.close(LONG);
    }

    @Test
    void anAgentThatReadsNothingIsNotWaitedForWithoutEnd() throws Exception {
        writer.write(new byte[20 * MEGABYTE]);

        assertThat(writer.awaitRoom(SHORT)).isFalse();
    }

    @Test
    void thereIsRoomWhileLittleIsUnread() throws Exception {
        writer.write(new byte[MEGABYTE]);

        assertThat(writer.awaitRoom(SHORT)).isTrue();
    }

    @Test
    void anAgentThatReadsPartOfALongLineMakesRoom() throws Exception {
        writer.write(new byte[20 * MEGABYTE]);
        InputStream agent = Channels.newInputStream(pipe.source());
        Thread reading = new Thread(() -> read(agent, 10 * MEGABYTE), "agent");
        reading.start();

        assertThat(writer.awaitRoom(LONG)).isTrue();
        reading.join();
    }

    private static void read(InputStream in, int bytes) {
        try {
            in.skipNBytes(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
