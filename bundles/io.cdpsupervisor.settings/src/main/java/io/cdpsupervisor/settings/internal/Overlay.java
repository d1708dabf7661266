package io.cdpsupervisor.settings.internal;

import io.cdpsupervisor.api.settings.Setting;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;

/**
 * What a component gets to see of its settings: the command line over the environment over what its configuration
 * holds over the default, typed, with floors applied. Each complaint is made once. Safe for any thread.
 */
final class Overlay {

    /** Its owner asks the variable itself, as one place of several: here it only hides what a configuration holds. */
    private static final String ASKED_BY_OWNER = "browser.executable";

    private final Function<String, String> commandLine;
    private final Function<String, String> environment;
    private final Logger log;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /**
     * @param commandLine value of a key given on the command line, or null
     * @param environment value of a variable, or null
     */
    Overlay(Function<String, String> commandLine, Function<String, String> environment, Logger log) {
        this.commandLine = commandLine;
        this.environment = environment;
        this.log = log;
    }

    /** Every setting of the PID, by key, as {@code String}, {@code Boolean} or {@code Long}. */
    Map<String, Object> settings(String pid, Map<String, ?> held) {
        warnOfStrangers(pid, held);
        Map<String, Object> out = new TreeMap<>();
        for (Setting setting : Setting.ALL) {
            if (setting.pid().equals(pid)) {
                out.put(setting.key(), value(setting, held));
            }
        }
        return out;
    }

    private Object value(Setting setting, Map<String, ?> held) {
        String given = given(setting).orElseGet(() -> {
            Object value = held.get(setting.key());
            return value == null ? setting.defaultValue() : value.toString();
        });
        try {
            return raised(setting, setting.parse(given));
        } catch (IllegalArgumentException e) {
            warnOnce(e.getMessage() + " The default '" + setting.defaultValue() + "' is used.");
            return setting.defaultTyped();
        }
    }

    private Optional<String> given(Setting setting) {
        String fromCommandLine = commandLine.apply(setting.key());
        if (fromCommandLine != null) {
            return Optional.of(fromCommandLine);
        }
        return setting.environment().stream()
                .map(environment)
                .filter(value -> value != null && !value.isBlank())
                .findFirst()
                .map(value -> setting.key().equals(ASKED_BY_OWNER) ? setting.defaultValue() : value);
    }

    private Object raised(Setting setting, Object value) {
        if (value instanceof Long number && number < setting.floor()) {
            warnOnce(setting.key() + " cannot be " + number + ": the least is " + setting.floor() + ", which is used.");
            return setting.floor();
        }
        return value;
    }

    private void warnOfStrangers(String pid, Map<String, ?> held) {
        for (String key : held.keySet()) {
            if (key.startsWith("browser.")
                    && Setting.of(key).filter(s -> s.pid().equals(pid)).isEmpty()) {
                warnOnce(
                        "The configuration " + pid + " holds " + key + ", which is no setting of it and does nothing.");
            }
        }
    }

    private void warnOnce(String sentence) {
        if (warned.add(sentence)) {
            log.warn("{}", sentence);
        }
    }
}
