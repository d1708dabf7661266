package io.cdpsupervisor.console.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Reads a socket. The streams of {@code java.nio.channels.Channels} will not do: on Java 17 a waiting read holds up
 * every write on the same socket. Safe for one reader.
 */
final class ChannelInput extends InputStream {

    private final SocketChannel channel;

    ChannelInput(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        return channel.read(ByteBuffer.wrap(buffer, offset, length));
    }
}
