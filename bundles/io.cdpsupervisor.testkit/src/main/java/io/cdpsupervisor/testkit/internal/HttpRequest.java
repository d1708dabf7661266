package io.cdpsupervisor.testkit.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The head of an HTTP request. Immutable.
 *
 * @param path with its query
 * @param headers by name, whatever its case
 */
public record HttpRequest(String path, Map<String, String> headers) {

    private static final int LONGEST = 64 * 1024;

    /** Reads a head and not one byte more. Empty when the peer leaves. */
    public static Optional<HttpRequest> read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0 || head.length() > LONGEST) {
                return Optional.empty();
            }
            head.append((char) next);
        }
        String[] lines = head.toString().split("\r\n");
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.put(
                    lines[i].substring(0, colon), lines[i].substring(colon + 1).trim());
        }
        return Optional.of(new HttpRequest(lines[0].split(" ")[1], headers));
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** Whether it asks for a WebSocket. */
    public boolean isUpgrade() {
        return header("Upgrade").isPresent();
    }

    /** A whole answer, after which the connection is closed. */
    public static byte[] answer(int status, String contentType, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + " Scripted\r\nContent-Type: " + contentType + "\r\nContent-Length: "
                + bytes.length + "\r\nConnection: close\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.UTF_8);
    }
}
