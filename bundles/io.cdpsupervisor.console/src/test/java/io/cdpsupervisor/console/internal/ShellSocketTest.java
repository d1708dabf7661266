package io.cdpsupervisor.console.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.felix.service.command.CommandSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real Gogo behind a real socket. */
@Timeout(30)
class ShellSocketTest {

    private final ThreadIOImpl threadIo = new ThreadIOImpl();
    private final CommandProcessorImpl processor = new CommandProcessorImpl(threadIo);

    @TempDir
    private Path folder;

    private Path file;
    private ShellSocket socket;

    @BeforeEach
    void listen() throws IOException {
        threadIo.start();
        processor.addCommand("test", new Commands(), "greet");
        processor.addCommand("test", new Commands(), "fail");
        processor.addCommand("test", new Commands(), "miss");
        processor.addCommand("test", new Commands(), "half");
        processor.addCommand("test", new Commands(), "ask");
        file = folder.resolve("shell.sock");
        socket = new ShellSocket(file, processor);
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        processor.stop();
        threadIo.stop();
    }

    @Nested
    class AScript {

        @Test
        void getsTheAnswersAndNothingElse() throws IOException {
            assertThat(script("greet you\n\ngreet again\n")).isEqualTo("hello you\nhello again\n");
        }

        @Test
        void goesOnAfterACommandThatFails() throws IOException {
            assertThat(script("fail\nmiss\nhalf\nnosuchcommand\ngreet you\n")).isEqualTo("""
                            IllegalStateException: on purpose
                            NoClassDefFoundError: some/Thing
                            NoClassDefFoundError: some/OtherThing
                            CommandNotFoundException: Command not found: nosuchcommand
                            hello you
                            """);
        }

        @Test
        void endsAtExit() throws IOException {
            assertThat(script("exit\ngreet you\n")).isEmpty();
        }
    }

    @Test
    void aSessionThatSetsAPromptGetsIt() throws IOException {
        assertThat(script("ask\ngreet you\n")).isEqualTo("> hello you\n> ");
    }

    @Test
    void onlyItsOwnerMayOpenTheFile() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void theNinthSessionIsToldToWait() throws IOException {
        List<SocketChannel> open = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                open.add(connect());
                write(open.get(i), "greet " + i + "\n");
                assertThat(lines(open.get(i)).readLine()).isEqualTo("hello " + i);
            }
            try (SocketChannel ninth = connect()) {
                assertThat(lines(ninth).readLine()).startsWith("There are 8 shell sessions already");
            }
        } finally {
            for (SocketChannel channel : open) {
                channel.close();
            }
        }
    }

    @Test
    void closingEndsSessionsAndRemovesTheFile() throws IOException {
        try (SocketChannel session = connect()) {
            write(session, "greet you\n");
            BufferedReader lines = lines(session);
            assertThat(lines.readLine()).isEqualTo("hello you");

            socket.close();

            assertThat(lines.readLine()).isNull();
            assertThat(file).doesNotExist();
            assertThatThrownBy(ShellSocketTest.this::connect).isInstanceOf(IOException.class);
        }
    }

    private String script(String commands) throws IOException {
        try (SocketChannel channel = connect()) {
            write(channel, commands);
            channel.shutdownOutput();
            return new String(new ChannelInput(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private SocketChannel connect() throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(file));
    }

    private static void write(SocketChannel channel, String text) throws IOException {
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static BufferedReader lines(SocketChannel channel) {
        return new BufferedReader(new InputStreamReader(new ChannelInput(channel), StandardCharsets.UTF_8));
    }

    /** Gogo finds the methods by their names. */
    public static final class Commands {

        public String greet(String whom) {
            return "hello " + whom;
        }

        public void fail() {
            throw new IllegalStateException("on purpose");
        }

        public void miss() {
            throw new NoClassDefFoundError("some/Thing");
        }

        public Object half() {
            return new Object() {
                @Override
                public String toString() {
                    throw new NoClassDefFoundError("some/OtherThing");
                }
            };
        }

        public void ask(CommandSession session) {
            session.put(ShellSession.PROMPT, "> ");
        }
    }
}
