package io.cdpsupervisor.console.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Writes a socket; see {@link ChannelInput} for why. Safe for any thread. */
final class ChannelOutput extends OutputStream {

    private final SocketChannel channel;

    ChannelOutput(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] buffer, int offset, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(buffer, offset, length);
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
