package io.cdpsupervisor.settings.internal;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The configurations that the start of the host brings along, by PID. They arrive as one text in the form of
 * {@link Properties}, {@code pid|key:Type=value} with {@code String}, {@code Boolean}, {@code Integer}, {@code Long} or
 * {@code Double}. Immutable.
 */
final class InitialConfigurations {

    private final Map<String, Map<String, Object>> byPid = new TreeMap<>();

    /**
     * @param pids are there even when the text has nothing for them
     * @throws IllegalArgumentException when the text is malformed
     */
    InitialConfigurations(Collection<String> pids, String text) {
        pids.forEach(pid -> byPid.put(pid, new TreeMap<>()));
        Properties lines = read(text);
        for (String name : lines.stringPropertyNames()) {
            int bar = name.indexOf('|');
            int colon = name.lastIndexOf(':');
            if (bar < 1 || colon < bar) {
                throw new IllegalArgumentException(
                        "A configuration line starts with 'pid|key:Type', not with '" + name + "'.");
            }
            byPid.computeIfAbsent(name.substring(0, bar), pid -> new TreeMap<>())
                    .put(name.substring(bar + 1, colon), typed(name.substring(colon + 1), lines.getProperty(name)));
        }
    }

    Collection<String> pids() {
        return byPid.keySet();
    }

    Map<String, Object> properties(String pid) {
        return Map.copyOf(byPid.get(pid));
    }

    private static Object typed(String type, String value) {
        return switch (type) {
            case "String" -> value;
            case "Boolean" -> Boolean.valueOf(value);
            case "Integer" -> Integer.valueOf(value);
            case "Long" -> Long.valueOf(value);
            case "Double" -> Double.valueOf(value);
            default -> throw new IllegalArgumentException("A configuration value cannot be of type '" + type + "'.");
        };
    }

    private static Properties read(String text) {
        Properties lines = new Properties();
        try {
            lines.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }
}
