package io.cdpsupervisor.boot;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Configurations as the settings bundle reads them from the framework property {@code cdpsupervisor.configurations}: in
 * the form of {@link Properties}, {@code pid|key:Type=value}.
 */
final class ConfigurationText {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationText.class);

    private ConfigurationText() {}

    /** Strings, booleans and numbers; a value of another type is left out with a warning. */
    static String of(Map<String, Map<String, Object>> configurations) {
        Properties lines = new Properties();
        configurations.forEach((pid, values) -> values.forEach((key, value) -> put(lines, pid, key, value)));
        StringWriter text = new StringWriter();
        try {
            lines.store(text, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void put(Properties lines, String pid, String key, Object value) {
        if (value instanceof String
                || value instanceof Boolean
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Double) {
            lines.setProperty(pid + "|" + key + ":" + value.getClass().getSimpleName(), value.toString());
        } else {
            LOG.warn(
                    "The configuration {} holds {}, which is neither a text, a number nor a truth value and is left out.",
                    pid,
                    key);
        }
    }
}
