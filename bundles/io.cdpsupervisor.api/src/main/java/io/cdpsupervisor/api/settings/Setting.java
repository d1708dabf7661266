package io.cdpsupervisor.api.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One key an operator can set: with {@code --set}, through the environment, or in {@code conf/<pid>.cfg.json}. The
 * first of these that has it wins. {@link #ALL} is the whole list. Immutable.
 *
 * @param key full name, such as {@code browser.dialog_policy}; also the property's name in its configuration
 * @param pid the ConfigAdmin PID it belongs to
 * @param defaultValue as text
 * @param floor numbers below it are raised to it; {@link Long#MIN_VALUE} for none
 * @param allowed the legal words of a {@link Type#WORD}
 * @param environment variables that set it, the first one set wins
 */
public record Setting(
        String key,
        String pid,
        Type type,
        String defaultValue,
        long floor,
        List<String> allowed,
        List<String> environment) {

    /** How a value is read. */
    public enum Type {
        TEXT,
        WORD,
        FLAG,
        /** A whole number from 1 to 999999999: as seconds or megabytes it overflows nowhere. */
        NUMBER
    }

    private static final String BASE = "io.cdpsupervisor.";

    /** Every key, in the order of the documents. */
    public static final List<Setting> ALL = List.of(
            word("dialog_policy", "supervisor", "must_respond", "must_respond", "auto_dismiss", "auto_accept"),
            number("dialog_timeout_s", "supervisor", 300, 1),
            text("cdp_url", "backend.external", ""),
            number("inactivity_timeout", "host", 120, 30, "BROWSER_INACTIVITY_TIMEOUT"),
            number("command_timeout", "host", 30, 5),
            number("snapshot_threshold", "tool.page", 15000, 1000),
            flag("headed", "launcher", false),
            word("sandbox", "launcher", "auto", "auto", "required", "off"),
            text("executable", "launcher", "", "CDP_SUPERVISOR_BROWSER"),
            text("user_data_dir", "backend.local", ""),
            text("args", "launcher", "", "CDP_SUPERVISOR_BROWSER_ARGS"),
            word("backend", "tool.exec", "", "", "browser-use", "off"),
            word("engine", "host", "auto", "auto", "chrome", "lightpanda"),
            word("cloud_provider", "host", "", "", "local", "browserbase", "browser-use", "camofox"),
            flag("auto_local_for_private_urls", "host", true),
            flag("use_real_profile", "backend.local", false),
            flag("allow_private_urls", "host", false),
            number("max_message_mb", "host", 100, 1));

    public Setting {
        allowed = List.copyOf(allowed);
        environment = List.copyOf(environment);
    }

    /** By full name. */
    public static Optional<Setting> of(String key) {
        return ALL.stream().filter(s -> s.key().equals(key)).findFirst();
    }

    /** The default, typed like {@link #parse}'s result. */
    public Object defaultTyped() {
        return parse(defaultValue);
    }

    /**
     * Reads a value: {@code String}, {@code Boolean} or {@code Long}; a number below the floor comes as it is.
     *
     * @throws IllegalArgumentException with one sentence that names key, value and what is legal
     */
    public Object parse(String value) {
        String v = value.trim();
        return switch (type) {
            case TEXT -> v;
            case WORD -> {
                String word = v.toLowerCase(Locale.ROOT);
                if (!allowed.contains(word)) {
                    throw illegal(
                            v,
                            "one of "
                                    + String.join(
                                            ", ",
                                            allowed.stream()
                                                    .map(a -> a.isEmpty() ? "(empty)" : a)
                                                    .toList()));
                }
                yield word;
            }
            case FLAG ->
                switch (v.toLowerCase(Locale.ROOT)) {
                    case "true", "yes", "on", "1" -> Boolean.TRUE;
                    case "false", "no", "off", "0" -> Boolean.FALSE;
                    default -> throw illegal(v, "true or false");
                };
            case NUMBER -> {
                if (!v.matches("\\d{1,9}") || Long.parseLong(v) == 0) {
                    throw illegal(v, "a whole number from 1 to 999999999");
                }
                yield Long.parseLong(v);
            }
        };
    }

    private IllegalArgumentException illegal(String value, String legal) {
        return new IllegalArgumentException(key + " cannot be '" + value + "': it must be " + legal + ".");
    }

    private static Setting text(String name, String room, String value, String... environment) {
        return new Setting(
                "browser." + name,
                BASE + room,
                Type.TEXT,
                value,
                Long.MIN_VALUE,
                List.of(),
                Arrays.asList(environment));
    }

    private static Setting word(String name, String room, String value, String... allowed) {
        return new Setting(
                "browser." + name, BASE + room, Type.WORD, value, Long.MIN_VALUE, Arrays.asList(allowed), List.of());
    }

    private static Setting flag(String name, String room, boolean value) {
        return new Setting(
                "browser." + name, BASE + room, Type.FLAG, String.valueOf(value), Long.MIN_VALUE, List.of(), List.of());
    }

    private static Setting number(String name, String room, long value, long floor, String... environment) {
        return new Setting(
                "browser." + name,
                BASE + room,
                Type.NUMBER,
                String.valueOf(value),
                floor,
                List.of(),
                Arrays.asList(environment));
    }
}
