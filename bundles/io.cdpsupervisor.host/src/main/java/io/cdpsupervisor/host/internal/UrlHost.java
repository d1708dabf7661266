package io.cdpsupervisor.host.internal;

import java.net.IDN;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads the host of an address the way browsers do (WHATWG URL Standard, "host parsing"), so that what is checked is
 * what would be opened: {@code 169%2e254%2e169%2e254} and {@code １６９。254.169.254} are 169.254.169.254. Pure.
 */
final class UrlHost {

    private static final Pattern IP_V6 = Pattern.compile("\\[[0-9A-Fa-f:.]+]");

    /** Browsers drop these from names; {@link IDN} knows only those of its year. */
    private static final Pattern INVISIBLE =
            Pattern.compile("[\\p{Cf}\\x{34f}\\x{fe00}-\\x{fe0f}\\x{e0100}-\\x{e01ef}]");

    private static final Pattern FORBIDDEN = Pattern.compile("[\\x00-\\x20\\x7f#%/:<>?@\\[\\\\\\]^|]");

    private UrlHost() {}

    /**
     * Lower case, without a trailing dot; IPv6 in brackets.
     *
     * @param afterScheme what follows the scheme's colon; {@code \\host} and {@code host} count like {@code //host}
     * @throws IllegalArgumentException no browser would take that for a host
     */
    static String of(String afterScheme) {
        String authority =
                afterScheme.replace('\\', '/').replaceFirst("^/+", "").split("[/?#]", 2)[0];
        String host = authority.substring(authority.lastIndexOf('@') + 1).replaceFirst(":\\d*$", "");
        String read = IP_V6.matcher(host).matches() ? host : name(host);
        return read.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
    }

    private static String name(String host) {
        // a plus is a space to this decoder only
        String decoded = URLDecoder.decode(host.replace("+", "%2B"), StandardCharsets.UTF_8);
        String visible = INVISIBLE.matcher(decoded).replaceAll("");
        String name = IDN.toASCII(Normalizer.normalize(visible, Normalizer.Form.NFKC), IDN.ALLOW_UNASSIGNED);
        if (name.isEmpty() || FORBIDDEN.matcher(name).find()) {
            throw new IllegalArgumentException("no host: " + name);
        }
        return name;
    }
}
