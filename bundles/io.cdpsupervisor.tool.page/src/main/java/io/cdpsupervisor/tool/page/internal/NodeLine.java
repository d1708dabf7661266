package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.redact.Redactor;
import java.net.URI;
import java.util.Set;
import java.util.regex.Pattern;

/** How one node reads in the outline: role, name, value, states. Pure; safe for any thread. */
final class NodeLine {

    static final int LONGEST_NAME = 300;
    private static final int LONGEST_URL = 120;
    private static final Pattern WHITE_SPACE = Pattern.compile("[\\s\\u00a0]+");

    /** Properties that are said when they are true. */
    private static final Set<String> FLAGS =
            Set.of("disabled", "selected", "required", "focused", "invalid", "readonly", "modal", "busy");

    private NodeLine() {}

    /** Without indent and ref. */
    static String of(AxNode node, String name, String documentUrl) {
        StringBuilder line = new StringBuilder("- ").append(Roles.shown(node.role()));
        if (!name.isEmpty()) {
            line.append(' ').append(quoted(name));
        }
        String value = clean(node.value());
        if (!value.isEmpty() && !value.equals(name)) {
            line.append(" value=").append(quoted(value));
        }
        node.properties().forEach((property, state) -> line.append(state(node, property, state)));
        if ("link".equals(node.role()) && node.properties().get("url") instanceof String url) {
            line.append(" url=").append(shortUrl(url, documentUrl));
        }
        return line.toString();
    }

    /** In quotes, on one line, at most {@value #LONGEST_NAME} characters. */
    static String quoted(String text) {
        return '"' + cut(text, LONGEST_NAME).replace("\"", "\\\"") + '"';
    }

    /**
     * Runs of white space as one blank, none at the ends. The finished outline has its secrets masked; what may be cut
     * before that is masked here, for half a secret is not recognised.
     */
    static String clean(String text) {
        String safe = text.length() > LONGEST_NAME ? Redactor.text(text) : text;
        return WHITE_SPACE.matcher(safe).replaceAll(" ").strip();
    }

    private static String state(AxNode node, String property, Object state) {
        String word = String.valueOf(state);
        return switch (property) {
            case "checked", "pressed" ->
                switch (word) {
                    case "true" -> " [" + property + "]";
                    case "mixed" -> " [" + property + "=mixed]";
                    default -> "";
                };
            case "expanded" -> "true".equals(word) ? " [expanded]" : " [collapsed]";
            case "level" -> "heading".equals(node.role()) ? " [level=" + word + "]" : "";
            default -> FLAGS.contains(property) && "true".equals(word) ? " [" + property + "]" : "";
        };
    }

    /** Without scheme and host where they are the document's own. */
    private static String shortUrl(String url, String documentUrl) {
        String origin = origin(documentUrl);
        boolean same = !origin.isEmpty() && url.startsWith(origin + "/");
        return cut(Redactor.text(same ? url.substring(origin.length()) : url), LONGEST_URL);
    }

    private static String origin(String url) {
        try {
            URI uri = URI.create(url);
            return uri.getRawAuthority() == null ? "" : uri.getScheme() + "://" + uri.getRawAuthority();
        } catch (IllegalArgumentException e) {
            return ""; // an address that Java cannot read is shown in full
        }
    }

    /** At most that many characters and an ellipsis, no half ones. */
    static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
        return text.substring(0, end) + "…";
    }
}
