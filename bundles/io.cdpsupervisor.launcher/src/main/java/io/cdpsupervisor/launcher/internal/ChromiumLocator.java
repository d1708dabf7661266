package io.cdpsupervisor.launcher.internal;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the Chromium to launch. Nothing is remembered, so that a new installation counts at once. Safe for any
 * thread.
 */
final class ChromiumLocator {
    static final String VARIABLE = "CDP_SUPERVISOR_BROWSER";

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    private final Map<String, String> environment;
    private final List<Path> recorded;

    /** @param recorded files that hold the path of an installed browser, in the order they are asked */
    ChromiumLocator(Map<String, String> environment, List<Path> recorded) {
        this.environment = Map.copyOf(environment);
        this.recorded = List.copyOf(recorded);
    }

    /**
     * The executable to use now.
     *
     * @param setting the operator's choice; when there is one, nothing else is tried
     * @throws BrowserException {@code browser_not_found}, with what was looked at
     */
    Path locate(Optional<String> setting) {
        if (setting.isPresent()) {
            String path = setting.get();
            return usable(path)
                    .orElseThrow(() -> new BrowserException(
                            ErrorCode.BROWSER_NOT_FOUND,
                            "The browser " + path + " named by --browser or browser.executable " + flaw(path)
                                    + ". Name the executable of a Chromium, or leave it out."));
        }
        List<String> looked = new ArrayList<>();
        return fromEnvironment(looked)
                .or(() -> fromRecords(looked))
                .or(() -> fromPath(looked))
                .orElseThrow(() -> new BrowserException(
                        ErrorCode.BROWSER_NOT_FOUND,
                        "No Chromium was found. Install one (Debian, Ubuntu: apt-get install chromium), or name it"
                                + " with --browser. Looked at: " + String.join("; ", looked) + "."));
    }

    private Optional<Path> fromEnvironment(List<String> looked) {
        String named = environment.getOrDefault(VARIABLE, "").trim();
        if (named.isEmpty()) {
            looked.add(VARIABLE + " is not set");
            return Optional.empty();
        }
        Optional<Path> found = usable(named);
        if (found.isEmpty()) {
            looked.add(VARIABLE + "=" + named + " " + flaw(named));
        }
        return found;
    }

    private Optional<Path> fromRecords(List<String> looked) {
        for (Path file : recorded) {
            String named = firstLine(file);
            Optional<Path> found = usable(named);
            if (found.isPresent()) {
                return found;
            }
            looked.add(
                    file + (named.isEmpty() ? " is missing or empty" : " names " + named + ", which " + flaw(named)));
        }
        return Optional.empty();
    }

    private Optional<Path> fromPath(List<String> looked) {
        List<String> folders = List.of(environment.getOrDefault("PATH", "").split(":"));
        for (String name : NAMES) {
            for (String folder : folders) {
                Optional<Path> found = folder.isEmpty() ? Optional.empty() : usable(folder + "/" + name);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        looked.add(String.join(", ", NAMES) + " on PATH");
        return Optional.empty();
    }

    private static Optional<Path> usable(String path) {
        try {
            return Optional.of(path)
                    .filter(p -> !p.isEmpty())
                    .map(p -> Path.of(p).toAbsolutePath().normalize())
                    .filter(Files::isRegularFile)
                    .filter(Files::isExecutable);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static String flaw(String path) {
        try {
            Path file = Path.of(path);
            if (!Files.exists(file)) {
                return "does not exist";
            }
            return Files.isRegularFile(file) ? "is not executable" : "is not a file";
        } catch (InvalidPathException e) {
            return "is not a path";
        }
    }

    private static String firstLine(Path file) {
        try {
            return Files.readString(file).lines().findFirst().orElse("").trim();
        } catch (IOException e) {
            return "";
        }
    }
}
