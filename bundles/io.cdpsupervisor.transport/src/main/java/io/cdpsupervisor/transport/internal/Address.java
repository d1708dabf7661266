package io.cdpsupervisor.transport.internal;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.redact.Redactor;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A CDP address in its parts. Immutable.
 *
 * @param userInfo as {@code user:password}; decoded
 * @param host without brackets
 * @param portGiven whether the address named the port
 * @param path empty, or with its leading slash
 * @param query empty, or with its question mark
 */
record Address(
        String scheme, Optional<String> userInfo, String host, int port, boolean portGiven, String path, String query) {

    private static final List<String> SCHEMES = List.of("http", "https", "ws", "wss");
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** @throws CdpException {@code invalid_argument}: it cannot be an address, whoever listens */
    static Address parse(String text) {
        String trimmed = text.trim();
        URI uri;
        try {
            uri = new URI(trimmed);
        } catch (URISyntaxException e) {
            throw invalid(trimmed, "it is not a well-formed address");
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!SCHEMES.contains(scheme)) {
            throw invalid(trimmed, "it must begin with http://, https://, ws:// or wss://");
        }
        String authority = uri.getRawAuthority();
        if (authority == null) {
            throw invalid(trimmed, "it names no host");
        }
        // by hand: URI knows no host in names with an underscore, which containers like to have
        int at = authority.lastIndexOf('@');
        Optional<String> userInfo = at < 0 ? Optional.empty() : Optional.of(decode(authority.substring(0, at)));
        String hostAndPort = authority.substring(at + 1);
        int colon = hostAndPort.lastIndexOf(':');
        boolean portGiven = colon > hostAndPort.lastIndexOf(']');
        String host = portGiven ? hostAndPort.substring(0, colon) : hostAndPort;
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        if (host.isEmpty()) {
            throw invalid(trimmed, "it names no host");
        }
        int port = portGiven ? port(trimmed, hostAndPort.substring(colon + 1)) : defaultPort(scheme);
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return new Address(scheme, userInfo, host, port, portGiven, path, query);
    }

    private static String decode(String userInfo) {
        return URLDecoder.decode(userInfo.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static int port(String address, String digits) {
        int port = digits.matches("\\d{1,5}") ? Integer.parseInt(digits) : 0;
        if (port < 1 || port > 65_535) {
            throw invalid(address, "its port must be a number from 1 to 65535");
        }
        return port;
    }

    private static int defaultPort(String scheme) {
        return scheme.equals("https") || scheme.equals("wss") ? HTTPS_PORT : HTTP_PORT;
    }

    private static CdpException invalid(String address, String why) {
        return new CdpException(
                ErrorCode.INVALID_ARGUMENT,
                "'" + Redactor.address(address) + "' cannot be a CDP address: " + why
                        + ". Use http://host:port, or ws://host:port/devtools/browser/ with the browser's id.");
    }

    boolean secure() {
        return scheme.equals("https") || scheme.equals("wss");
    }

    boolean isWebSocket() {
        return scheme.startsWith("ws");
    }

    /** Whether {@code /json/version} has to be asked for the path. */
    boolean needsDiscovery() {
        if (isWebSocket()) {
            return portGiven && query.isEmpty() && (path.isEmpty() || path.equals("/"));
        }
        return !path.toLowerCase(Locale.ROOT).contains("/devtools/browser/");
    }

    /** {@code host:port} for a URL or a Host header, with the brackets IPv6 needs. */
    static String authority(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** The address itself, in a form that fits into a URL: without a zone, and loopback as people write it. */
    static String literal(InetAddress address) {
        if (address.isLoopbackAddress() && address instanceof Inet6Address) {
            return "::1";
        }
        return address.getHostAddress().replaceFirst("%.*", "");
    }

    /** Value of an Authorization header. */
    Optional<String> authorization() {
        return userInfo.map(
                info -> "Basic " + Base64.getEncoder().encodeToString(info.getBytes(StandardCharsets.UTF_8)));
    }

    /** Redacted. */
    @Override
    public String toString() {
        return scheme + "://" + authority(host, port) + path + (query.isEmpty() ? "" : "?***");
    }
}
