package io.cdpsupervisor.testkit.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

    /** Reads a head and not one byte more. Empty when the peer leaves, or speaks something else, such as TLS. */
    public static Optional<HttpRequest> read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < '\n' || head.length() > LONGEST) {
                return Optional.empty();
            }
            head.append((char) next);
        }
        List<String> lines =
                head.toString().lines().filter(line -> !line.isEmpty()).toList();
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1).trim());
        }
        String path = lines.get(0).split(" ", 3)[1];
        return Optional.of(new HttpRequest(path, headers));
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
