package io.cdpsupervisor.launcher.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * What a browser wrote into its profile about its debugging endpoint. The file outlives the browser and its port is
 * used again by others, so it is believed only when the browser that answers there has this very id. Immutable.
 *
 * @param browserPath {@code /devtools/browser/<id>}
 */
record DevToolsActivePort(int port, String browserPath) {
    private static final int LONGEST_ANSWER = 8192;

    String httpUrl() {
        return "http://127.0.0.1:" + port;
    }

    /** Empty when it is missing, not complete yet, or something else. */
    static Optional<DevToolsActivePort> read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static Optional<DevToolsActivePort> parse(String text) {
        String[] lines = text.split("\n", -1);
        if (lines.length < 2
                || !lines[0].matches("\\d{1,5}")
                || !lines[1].trim().matches("/devtools/browser/[0-9A-Za-z-]{8,}")) {
            return Optional.empty();
        }
        int port = Integer.parseInt(lines[0]);
        return port == 0 || port > 65_535
                ? Optional.empty()
                : Optional.of(new DevToolsActivePort(port, lines[1].trim()));
    }

    /** Whether the browser of this file answers on this port now. Blocks for the timeout at most, whoever answers. */
    boolean answers(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), millisUntil(deadline));
            socket.getOutputStream().write(request().getBytes(StandardCharsets.US_ASCII));
            return namesThisBrowser(socket, deadline);
        } catch (IOException e) {
            return false;
        }
    }

    private String request() {
        return "GET /json/version HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nConnection: close\r\n\r\n";
    }

    /** Reads until the id has come, so neither the answer's end nor its length need be believed. */
    private boolean namesThisBrowser(Socket socket, long deadline) throws IOException {
        Pattern named = Pattern.compile(
                "HTTP/1\\.[01] 2.*\"webSocketDebuggerUrl\"\\s*:\\s*\"[^\"]*" + Pattern.quote(browserPath) + "\".*",
                Pattern.DOTALL);
        byte[] answer = new byte[LONGEST_ANSWER];
        int length = 0;
        while (length < answer.length) {
            socket.setSoTimeout(millisUntil(deadline));
            int read = socket.getInputStream().read(answer, length, answer.length - length);
            if (read < 0) {
                return false;
            }
            length += read;
            if (named.matcher(new String(answer, 0, length, StandardCharsets.UTF_8))
                    .matches()) {
                return true;
            }
        }
        return false;
    }

    /** Never 0, which would be for ever. */
    private static int millisUntil(long deadline) throws IOException {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
            throw new SocketTimeoutException("The time is up.");
        }
        return (int) Math.min(left, Integer.MAX_VALUE);
    }
}
