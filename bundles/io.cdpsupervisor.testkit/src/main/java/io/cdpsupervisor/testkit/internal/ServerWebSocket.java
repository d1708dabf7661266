package io.cdpsupervisor.testkit.internal;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The server's end of one WebSocket, which can also misbehave. One thread reads; any thread writes.
 */
public final class ServerWebSocket {

    private static final String HANDSHAKE_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int CONTINUATION = 0;
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int LAST = 0x80;
    private static final int MASKED = 0x80;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final AtomicInteger pings = new AtomicInteger();
    private final AtomicInteger pongs = new AtomicInteger();

    /** An end that has not shaken hands yet. */
    public ServerWebSocket(Socket socket, InputStream in, OutputStream out) {
        this.socket = socket;
        this.in = new DataInputStream(in);
        this.out = out;
    }

    /** Answers the upgrade. */
    public void shakeHands(HttpRequest request) throws IOException {
        String key = request.header("Sec-WebSocket-Key").orElseThrow(() -> new IOException("no key"));
        String head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: " + accept(key) + "\r\n\r\n";
        write(head.getBytes(StandardCharsets.US_ASCII));
    }

    private static String accept(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1")
                    .digest((key + HANDSHAKE_GUID).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The next text; empty when the client closes or leaves. Pings are counted and never answered. */
    public Optional<String> read() {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        try {
            while (true) {
                int first = in.readUnsignedByte();
                byte[] payload = payload();
                int opcode = first & 0x0F;
                if (opcode == CLOSE) {
                    return Optional.empty();
                } else if (opcode == PING) {
                    pings.incrementAndGet();
                } else if (opcode == PONG) {
                    pongs.incrementAndGet();
                } else if (opcode <= TEXT) {
                    message.write(payload);
                    if ((first & LAST) != 0) {
                        return Optional.of(message.toString(StandardCharsets.UTF_8));
                    }
                }
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private byte[] payload() throws IOException {
        int second = in.readUnsignedByte();
        int length = second & 0x7F;
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = (int) in.readLong();
        }
        byte[] mask = (second & MASKED) != 0 ? in.readNBytes(4) : new byte[4];
        byte[] payload = new byte[length];
        in.readFully(payload);
        for (int i = 0; i < length; i++) {
            payload[i] ^= mask[i & 3];
        }
        return payload;
    }

    /** One message in one frame. */
    public void send(String text) {
        write(frame(LAST | TEXT, text.getBytes(StandardCharsets.UTF_8)));
    }

    /** One message in frames of so many bytes, wherever that cuts. */
    public void sendFragmented(String text, int frameBytes) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; at += frameBytes) {
            int end = Math.min(bytes.length, at + frameBytes);
            int head = (at == 0 ? TEXT : CONTINUATION) | (end == bytes.length ? LAST : 0);
            write(frame(head, Arrays.copyOfRange(bytes, at, end)));
        }
    }

    /** Half a message, then the end of the TCP connection. */
    public void breakOff(String text) {
        byte[] frame = frame(LAST | TEXT, text.getBytes(StandardCharsets.UTF_8));
        write(Arrays.copyOf(frame, frame.length / 2));
        drop();
    }

    /** Ends the TCP connection without a closing handshake. */
    public void drop() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Pings the client sent. */
    public int pings() {
        return pings.get();
    }

    /** Pongs the client sent. */
    public int pongs() {
        return pongs.get();
    }

    /** One frame; {@code head} is its first byte. */
    public static byte[] frame(int head, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 10);
        frame.put((byte) head);
        if (payload.length < 126) {
            frame.put((byte) payload.length);
        } else if (payload.length < 65_536) {
            frame.put((byte) 126).putShort((short) payload.length);
        } else {
            frame.put((byte) 127).putLong(payload.length);
        }
        frame.put(payload);
        return Arrays.copyOf(frame.array(), frame.position());
    }

    /** Bytes as they are. What a client that left does not hear is no error. */
    public synchronized void write(byte[] bytes) {
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            // the reader finds the end by itself
        }
    }
}
