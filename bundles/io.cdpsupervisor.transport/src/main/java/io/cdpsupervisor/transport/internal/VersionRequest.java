package io.cdpsupervisor.transport.internal;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.cdpsupervisor.api.cdp.CdpException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.HttpsURLConnection;

/** One question to {@code /json/version}. Blocks; safe for any thread. */
final class VersionRequest {

    private static final String PATH = "/json/version";
    private static final int LONGEST_ANSWER = 1 << 20;

    private VersionRequest() {}

    /**
     * @param host literal address or name to ask
     * @throws IOException with a message that says what came instead
     */
    static String get(Address address, String host, boolean loopback, int timeoutMillis) throws IOException {
        String scheme = address.secure() ? "https" : "http";
        URL url = URI.create(scheme + "://" + Address.authority(host, address.port()) + path(address) + address.query())
                .toURL();
        HttpURLConnection http =
                (HttpURLConnection) (loopback ? url.openConnection(Proxy.NO_PROXY) : url.openConnection());
        if (http instanceof HttpsURLConnection https) {
            // its own default is the one of its first use, for ever
            https.setSSLSocketFactory(Tls.factory());
        }
        try {
            http.setConnectTimeout(timeoutMillis);
            http.setReadTimeout(timeoutMillis);
            http.setInstanceFollowRedirects(false);
            // else the connection goes into a cache, with a thread that outlives us
            http.setRequestProperty("Connection", "close");
            address.authorization().ifPresent(value -> http.setRequestProperty("Authorization", value));
            requireOk(http.getResponseCode());
            try (InputStream body = http.getInputStream()) {
                return new String(body.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
            }
        } catch (SocketTimeoutException e) {
            throw new IOException("no answer within " + timeoutMillis + " ms");
        } finally {
            http.disconnect();
        }
    }

    private static String path(Address address) {
        String base = address.path();
        while (base.endsWith("/")) {
            base = base.substring(0, base.length() - 1);
        }
        return base.endsWith(PATH) ? base : base + PATH;
    }

    private static void requireOk(int status) throws IOException {
        switch (status) {
            case HttpURLConnection.HTTP_OK -> {}
            case HttpURLConnection.HTTP_FORBIDDEN ->
                throw new IOException("status 403: remote debugging waits to be allowed in the browser's window");
            case HttpURLConnection.HTTP_NOT_FOUND ->
                throw new IOException("status 404: something else listens there, or a browser on its default profile,"
                        + " which needs the ws:// address from its DevToolsActivePort file");
            case -1 -> throw new IOException("the answer is not HTTP");
            default -> throw new IOException("status " + status + " to " + PATH);
        }
    }

    /** Path and query of the browser's WebSocket. */
    static String socketPath(String json) throws IOException {
        try (JsonParser parser = Json.SCANNING.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("the answer is not a JSON object");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                boolean found = parser.currentName().equals("webSocketDebuggerUrl");
                if (parser.nextToken() == JsonToken.VALUE_STRING && found) {
                    return socketPathOf(parser.getText());
                }
                parser.skipChildren();
            }
        }
        throw new IOException("the answer has no webSocketDebuggerUrl");
    }

    private static String socketPathOf(String url) throws IOException {
        try {
            Address address = Address.parse(url);
            if (address.isWebSocket()) {
                return address.path() + address.query();
            }
        } catch (CdpException e) {
            // said below, without the text of a stranger
        }
        throw new IOException("its webSocketDebuggerUrl is not a WebSocket address");
    }
}
