package io.cdpsupervisor.settings.internal;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Hashtable;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The configurations that the start of the host brings along, by PID. They arrive as one text in the form of
 * {@link Properties}: {@code pid|key=value} for a string, {@code pid|key:Type=value} for a {@code Boolean},
 * {@code Integer}, {@code Long} or {@code Double}. Immutable.
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
            if (bar < 1) {
                throw new IllegalArgumentException("A configuration line starts with 'pid|', not with '" + name + "'.");
            }
            put(name.substring(0, bar), name.substring(bar + 1), lines.getProperty(name));
        }
    }

    Collection<String> pids() {
        return byPid.keySet();
    }

    /** A fresh copy. */
    Hashtable<String, Object> properties(String pid) {
        return new Hashtable<>(byPid.get(pid));
    }

    private void put(String pid, String typedKey, String value) {
        int colon = typedKey.lastIndexOf(':');
        String key = colon < 0 ? typedKey : typedKey.substring(0, colon);
        String type = colon < 0 ? "String" : typedKey.substring(colon + 1);
        byPid.computeIfAbsent(pid, p -> new TreeMap<>()).put(key, typed(type, value));
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
