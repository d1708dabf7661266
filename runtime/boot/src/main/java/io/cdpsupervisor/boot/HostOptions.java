package io.cdpsupervisor.boot;

import io.cdpsupervisor.api.settings.Setting;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of a verb that starts a host. Filled by picocli, then read by the one thread that runs the verb. */
final class HostOptions {

    private static final String EXECUTABLE = "browser.executable";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec verb;

    private final Map<String, String> settings = new LinkedHashMap<>();
    private Path home;
    private Path browser;

    @Option(names = "--help", usageHelp = true, description = "Show this text.")
    @SuppressWarnings("UnusedVariable") // picocli looks at it
    private boolean help;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "State folder; default $CDP_SUPERVISOR_HOME, else ~/.cdp-supervisor.")
    void setHome(String dir) {
        home = path("--home", dir);
    }

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Sets one browser.… key of the configuration, over environment and files; may be repeated.")
    void setSettings(List<String> assignments) {
        for (String assignment : assignments) {
            int equals = assignment.indexOf('=');
            if (equals < 0) {
                throw wrong("'" + assignment + "' in --set has no '='; write --set browser.KEY=VALUE.");
            }
            set(assignment.substring(0, equals).trim(), assignment.substring(equals + 1));
        }
    }

    @Option(
            names = "--browser",
            paramLabel = "PATH",
            description = "Chromium executable; nothing else is tried. The same as --set browser.executable=PATH.")
    void setBrowser(String executable) {
        browser = path("--browser", executable);
    }

    Path home(Surroundings surroundings) {
        return home == null ? surroundings.defaultHome() : home;
    }

    /** Settings of the command line, by key, all of them legal. */
    Map<String, String> settings() {
        Map<String, String> all = new LinkedHashMap<>(settings);
        if (browser != null) {
            all.put(EXECUTABLE, browser.toAbsolutePath().toString());
        }
        return all;
    }

    private void set(String key, String value) {
        Setting setting = Setting.of(key)
                .orElseThrow(() -> wrong("Unknown key '" + key + "' in --set; the keys are "
                        + String.join(
                                ", ", Setting.ALL.stream().map(Setting::key).toList()) + "."));
        try {
            setting.parse(value);
        } catch (IllegalArgumentException e) {
            throw wrong("--set " + e.getMessage());
        }
        settings.put(key, value);
    }

    private Path path(String option, String text) {
        try {
            if (!text.isBlank()) {
                return Path.of(text);
            }
        } catch (InvalidPathException e) {
            throw wrong(option + " '" + text + "' is no path: " + e.getReason() + ".");
        }
        throw wrong(option + " needs a path, and got nothing.");
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(verb.commandLine(), sentence);
    }
}
