package io.cdpsupervisor.supervisor.internal;

/** Makes text that comes from a page fit for the outside. Safe for any thread. */
final class PageText {

    /** Chromium cuts a dialog's message here as well. */
    static final int MAX_LENGTH = 10_240;

    private PageText() {}

    /** At most {@link #MAX_LENGTH} characters of valid Unicode: lone surrogates become U+FFFD. */
    static String bounded(String text) {
        int end = Math.min(text.length(), MAX_LENGTH);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        StringBuilder out = new StringBuilder(end);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < end && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else {
                out.append(Character.isSurrogate(c) ? '\uFFFD' : c);
            }
        }
        return out.toString();
    }
}
