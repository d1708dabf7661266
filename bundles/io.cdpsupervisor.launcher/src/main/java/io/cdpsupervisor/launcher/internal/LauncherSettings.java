package io.cdpsupervisor.launcher.internal;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an operator can set about launching. Immutable.
 *
 * @param executable when present, nothing else is tried
 * @param args further arguments for the browser
 */
record LauncherSettings(boolean headed, Sandbox sandbox, Optional<String> executable, List<String> args) {

    enum Sandbox {
        AUTO,
        REQUIRED,
        OFF;

        static Sandbox of(String word) {
            return Arrays.stream(values())
                    .filter(s -> s.name().equals(word.trim().toUpperCase(Locale.ROOT)))
                    .findFirst()
                    .orElse(AUTO);
        }
    }

    LauncherSettings {
        args = List.copyOf(args);
    }

    /** @param args separated by commas, so that one of them may hold blanks */
    static LauncherSettings of(boolean headed, String sandbox, String executable, String args) {
        return new LauncherSettings(
                headed,
                Sandbox.of(sandbox),
                Optional.of(executable.trim()).filter(e -> !e.isEmpty()),
                Arrays.stream(args.split(","))
                        .map(String::trim)
                        .filter(a -> !a.isEmpty())
                        .toList());
    }
}
