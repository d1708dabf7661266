package io.cdpsupervisor.boot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The near end of a host's shell socket. Used by one thread. */
final class ShellClient implements AutoCloseable {

    private static final int BUFFER = 8192;

    private final SocketChannel channel;

    private ShellClient(SocketChannel channel) {
        this.channel = channel;
    }

    /** Fails at once when nobody listens. */
    static ShellClient connect(Path socket) throws IOException {
        return new ShellClient(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    }

    void send(String line) throws IOException {
        write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    /** Passes input there and answers back, until the input has ended and all of it is answered, or the host hangs up. */
    void relay(InputStream in, OutputStream out) throws IOException {
        Thread sender = new Thread(() -> forward(in), "cdp-supervisor-shell-input");
        sender.setDaemon(true); // it may wait for the terminal when everything else is over
        sender.start();
        receive(out);
    }

    /** What one command line gives. */
    String run(String line) throws IOException {
        send(line);
        channel.shutdownOutput();
        var answer = new ByteArrayOutputStream();
        receive(answer);
        return answer.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void receive(OutputStream out) throws IOException {
        byte[] bytes = new byte[BUFFER];
        int count = channel.read(ByteBuffer.wrap(bytes));
        while (count >= 0) {
            out.write(bytes, 0, count);
            out.flush();
            count = channel.read(ByteBuffer.wrap(bytes));
        }
    }

    private void forward(InputStream in) {
        byte[] bytes = new byte[BUFFER];
        try {
            int count = in.read(bytes);
            while (count >= 0) {
                write(ByteBuffer.wrap(bytes, 0, count));
                count = in.read(bytes);
            }
            channel.shutdownOutput();
        } catch (IOException e) {
            return; // the host hung up: the receiving side sees it and ends
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
