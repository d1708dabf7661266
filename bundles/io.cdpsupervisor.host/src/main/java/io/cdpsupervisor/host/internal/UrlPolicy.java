package io.cdpsupervisor.host.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.redact.Redactor;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which addresses a browser may be at. The metadata floor has no switch: pages there hand out the machine's
 * credentials. Names are resolved, so a call may block on DNS. Safe for any thread.
 */
final class UrlPolicy {

    private static final Set<String> METADATA_NAMES = Set.of("metadata.google.internal", "metadata.goog");
    private static final Set<String> METADATA_ADDRESSES =
            Set.of("100.100.100.200", "fd00:ec2:0:0:0:0:0:254", "fd20:ce:0:0:0:0:0:254");
    private static final Set<String> WEB = Set.of("http", "https", "ws", "wss", "ftp");
    private static final Set<String> HARMLESS =
            Set.of("about", "data", "blob", "chrome", "chrome-error", "devtools", "chrome-extension");

    private static final String VIEW_SOURCE = "view-source:";

    /**
     * Lets an address pass that this browser may open.
     *
     * @param privateAllowed whether loopback and private addresses are open to it: by the operator's switch, or because
     *     we launched the browser on this machine
     * @throws BrowserException {@code url_blocked}, or {@code invalid_argument} for what is no address
     */
    void check(String url, boolean privateAllowed) {
        String plain = unwrapped(url);
        int colon = plain.indexOf(':');
        if (colon <= 0) {
            throw invalid(url, "it has no scheme such as https:");
        }
        String scheme = plain.substring(0, colon).toLowerCase(Locale.ROOT);
        if (HARMLESS.contains(scheme)) {
            return;
        }
        if (!WEB.contains(scheme)) {
            throw blocked(url, "addresses of the scheme " + scheme + ": are not opened", "");
        }
        checkHost(url, host(url, plain.substring(colon + 1)), privateAllowed);
    }

    private static void checkHost(String url, String host, boolean privateAllowed) {
        if (METADATA_NAMES.contains(host)) {
            throw metadata(url);
        }
        List<InetAddress> addresses = resolve(host);
        if (addresses.stream().anyMatch(UrlPolicy::isMetadata)) {
            throw metadata(url);
        }
        if (privateAllowed) {
            return;
        }
        if (addresses.isEmpty() || addresses.stream().anyMatch(UrlPolicy::isPrivate)) {
            throw blocked(
                    url,
                    addresses.isEmpty() ? "its host cannot be resolved here" : "it is a private address",
                    " An operator can allow it with browser.allow_private_urls.");
        }
    }

    /** Without the characters that browsers drop, and without {@code view-source:}, which shows what is behind it. */
    private static String unwrapped(String url) {
        String out = url.replaceAll("[\\t\\r\\n]", "").trim();
        while (out.regionMatches(true, 0, VIEW_SOURCE, 0, VIEW_SOURCE.length())) {
            out = out.substring(VIEW_SOURCE.length()).trim();
        }
        return out;
    }

    private static String host(String url, String afterScheme) {
        try {
            return UrlHost.of(afterScheme);
        } catch (IllegalArgumentException e) {
            throw invalid(url, "it names no host that a browser would take");
        }
    }

    private static List<InetAddress> resolve(String host) {
        try {
            return List.of(InetAddress.getAllByName(HostNumber.dotted(host).orElse(host)));
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    /** IPv4-mapped addresses come out of {@link InetAddress} as IPv4 already. */
    private static boolean isMetadata(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean linkLocalV4 = bytes.length == 4 && (bytes[0] & 0xff) == 169 && (bytes[1] & 0xff) == 254;
        return linkLocalV4
                || METADATA_ADDRESSES.contains(address.getHostAddress().replaceFirst("%.*", ""));
    }

    private static boolean isPrivate(InetAddress address) {
        byte[] b = address.getAddress();
        boolean shared = b.length == 4 && (b[0] & 0xff) == 100 && (b[1] & 0xc0) == 64; // RFC 6598
        boolean uniqueLocal = address instanceof Inet6Address && (b[0] & 0xfe) == 0xfc; // RFC 4193
        boolean reserved = b.length == 4 && ((b[0] & 0xff) >= 240 || b[0] == 0);
        return shared
                || uniqueLocal
                || reserved
                || address.isLoopbackAddress()
                || address.isSiteLocalAddress()
                || address.isLinkLocalAddress()
                || address.isAnyLocalAddress()
                || address.isMulticastAddress();
    }

    private static BrowserException metadata(String url) {
        return blocked(url, "it is a cloud metadata address, which is never opened", "");
    }

    private static BrowserException blocked(String url, String why, String next) {
        return new BrowserException(
                ErrorCode.URL_BLOCKED, "The address " + Redactor.address(url) + " is blocked: " + why + "." + next);
    }

    private static BrowserException invalid(String url, String why) {
        return new BrowserException(
                ErrorCode.INVALID_ARGUMENT,
                "'" + Redactor.address(url) + "' is not an address that can be opened: " + why + ".");
    }
}
