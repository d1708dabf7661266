package io.cdpsupervisor.launcher.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a browser wrote into its profile about its debugging endpoint. The file outlives the browser and its port is
 * used again by others, so it is believed only when the browser that answers there has this very id. Immutable.
 *
 * @param browserPath {@code /devtools/browser/<id>}
 */
record DevToolsActivePort(int port, String browserPath) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LONGEST_ANSWER = 65_536;

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

    /** Whether the browser of this file answers on this port now. Blocks for about twice the timeout at most. */
    boolean answers(Duration timeout) {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create(httpUrl() + "/json/version").toURL().openConnection(Proxy.NO_PROXY);
            connection.setRequestProperty("Connection", "close");
            connection.setConnectTimeout((int) timeout.toMillis());
            connection.setReadTimeout((int) timeout.toMillis());
            try (InputStream in = connection.getInputStream()) {
                JsonNode version = JSON.readTree(new String(in.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8));
                return version.path("webSocketDebuggerUrl").asText().endsWith(browserPath);
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return false;
        }
    }
}
