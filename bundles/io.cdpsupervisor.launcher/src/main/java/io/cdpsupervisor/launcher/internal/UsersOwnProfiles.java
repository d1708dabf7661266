package io.cdpsupervisor.launcher.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The folders in which the user's own browsers keep their profiles. They are never driven: Chromium opens no debugging
 * port there, and the user's browser would be locked out. Immutable.
 */
record UsersOwnProfiles(List<Path> folders) {
    private static final List<String> NAMES = List.of(
            "chromium",
            "google-chrome",
            "google-chrome-beta",
            "google-chrome-unstable",
            "BraveSoftware/Brave-Browser",
            "microsoft-edge");

    UsersOwnProfiles {
        folders = List.copyOf(folders);
    }

    static UsersOwnProfiles of(Map<String, String> environment) {
        String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path root = config.isEmpty() ? Path.of(environment.getOrDefault("HOME", "/"), ".config") : Path.of(config);
        return new UsersOwnProfiles(NAMES.stream().map(root::resolve).toList());
    }

    boolean contains(Path folder) {
        Path asked = canonical(folder);
        return folders.stream().map(UsersOwnProfiles::canonical).anyMatch(asked::startsWith);
    }

    private static Path canonical(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize(); // not there
        }
    }
}
