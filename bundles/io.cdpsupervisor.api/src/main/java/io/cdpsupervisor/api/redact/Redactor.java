package io.cdpsupervisor.api.redact;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of what leaves the process: logs, errors, dialog text, console, results. Pure; safe for any
 * thread.
 */
public final class Redactor {

    // The texts come from web pages, so every pattern must be linear: a long run of its characters is walked once, and
    // where its end decides, the whole run is matched and put back unchanged when it is no secret. Not \b: next to a
    // run of combining marks it looks back over all of them. Looks behind come late, for they are slow.

    /** Well-known key shapes; a lone match is masked wherever it stands. */
    private static final Pattern KEYS = Pattern.compile("(?=[sgAxhnb])(?<![A-Za-z0-9])(?:"
            + "sk-[A-Za-z0-9_-]{16,}+" // OpenAI, Anthropic and look-alikes
            + "|gh[pousr]_[A-Za-z0-9]{20,}+|github_pat_[A-Za-z0-9_]{20,}+"
            + "|glpat-[A-Za-z0-9_-]{16,}+"
            + "|(?:AKIA|ASIA)[A-Z0-9]{16}"
            + "|AIza[A-Za-z0-9_-]{30,}+"
            + "|xox[abeoprs]-[A-Za-z0-9-]{10,}+"
            + "|hf_[A-Za-z0-9]{20,}+|npm_[A-Za-z0-9]{30,}+|bb_live_[A-Za-z0-9_-]{10,}+|bu_[A-Za-z0-9_-]{20,}+"
            + ")");

    /** A JSON Web Token where group 1 is there; else a run that only begins like one. */
    private static final Pattern TOKEN =
            Pattern.compile("eyJ(?<![A-Za-z0-9]eyJ)[A-Za-z0-9_-]{8,}+(\\.[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]*+)?+");

    private static final Pattern BEARER =
            Pattern.compile("(?i)(?=b)(?<![A-Za-z0-9_])(bearer|basic)\\s++[A-Za-z0-9._~+/=-]{8,}+");

    private static final Pattern PRIVATE_KEY = Pattern.compile(
            "-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\\z)", Pattern.DOTALL);

    /** User info of any address, {@code scheme://user:password@}: up to the last at-sign, as browsers read it. */
    private static final Pattern USER_INFO = Pattern.compile("://[^/?#\\s\"'<>]+@");

    /** A CDP address inside a text: its whole query (group 2, if any) is secret, whatever the names in it. */
    private static final Pattern SOCKET =
            Pattern.compile("(?i)(?=w)(?<![A-Za-z0-9_])(wss?://[^\\s\"'<>?#]*+)(\\?[^\\s\"'<>#]*+)?+");

    private static final String MASK = "***";
    private static final int SHORT_KEY = 18;

    private Redactor() {}

    /** An address of ours (CDP endpoint, REST base): user info and the whole query masked, also when it is malformed. */
    public static String address(String address) {
        String masked = USER_INFO.matcher(address).replaceAll("://" + MASK + "@");
        int query = masked.indexOf('?');
        if (query >= 0) {
            masked = masked.substring(0, query) + "?" + MASK;
        }
        return text(masked);
    }

    /** Free text: key shapes, authorization values, private keys, user info and socket queries masked. */
    public static String text(String text) {
        if (text.isEmpty()) {
            return text;
        }
        String out = PRIVATE_KEY.matcher(text).replaceAll("[private key]");
        out = TOKEN.matcher(out).replaceAll(m -> quote(m.group(1) == null ? m.group() : key(m.group())));
        out = KEYS.matcher(out).replaceAll(m -> quote(key(m.group())));
        out = BEARER.matcher(out).replaceAll("$1 " + MASK);
        out = USER_INFO.matcher(out).replaceAll("://" + MASK + "@");
        return SOCKET.matcher(out).replaceAll(m -> quote(m.group(2) == null ? m.group() : m.group(1) + "?" + MASK));
    }

    /** JSON-shaped values: every string in maps and lists, keys included. Returns a copy. */
    public static Object deep(Object value) {
        if (value instanceof String s) {
            return text(s);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> out = new LinkedHashMap<>();
            map.forEach((k, v) -> out.put(text(String.valueOf(k)), deep(v)));
            return out;
        }
        if (value instanceof List<?> list) {
            List<Object> out = new ArrayList<>(list.size());
            list.forEach(v -> out.add(deep(v)));
            return out;
        }
        return value;
    }

    private static String quote(String literal) {
        return Matcher.quoteReplacement(literal);
    }

    private static String key(String secret) {
        return secret.length() < SHORT_KEY
                ? MASK
                : secret.substring(0, 6) + "..." + secret.substring(secret.length() - 4);
    }
}
