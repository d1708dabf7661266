package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.redact.Redactor;
import java.util.regex.Pattern;

/** Reads what an agent gives as an address. Pure; safe for any thread. */
final class Address {

    /** A scheme with {@code //}, or one that needs none; {@code localhost:3000} has neither. */
    private static final Pattern ABSOLUTE = Pattern.compile(
            "(?i)[a-z][a-z0-9+.-]*://\\S.*|(?:about|blob|data|javascript|view-source):.*", Pattern.DOTALL);

    /** {@code localhost}, a name with a dot, an IPv4 or bracketed IPv6 address; port, path and query may follow. */
    private static final Pattern HOST = Pattern.compile(
            "(?i)(?:localhost|[\\p{L}\\p{N}_-]+(?:\\.[\\p{L}\\p{N}_-]+)+\\.?|\\[[0-9a-f:.]+])(?::\\d{1,5})?(?:[/?#]\\S*)?");

    private static final int LONGEST_SHOWN = 200;

    private Address() {}

    /**
     * The absolute address: as given, or with {@code http://} before what looks like a host.
     *
     * @throws BrowserException {@code invalid_argument}
     */
    static String of(String given) {
        String trimmed = given.strip();
        if (ABSOLUTE.matcher(trimmed).matches()) {
            return trimmed;
        }
        if (HOST.matcher(trimmed).matches()) {
            return "http://" + trimmed;
        }
        throw new BrowserException(
                ErrorCode.INVALID_ARGUMENT,
                "url '" + NodeLine.cut(Redactor.text(trimmed), LONGEST_SHOWN)
                        + "' is no address: give a full one such as https://example.com/.");
    }
}
