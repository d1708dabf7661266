package io.cdpsupervisor.boot.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The browsers that have begun to run on a profile inside a home, as the system's process table has them. Immutable.
 *
 * @param home as the launcher names it to its browsers: without symbolic links
 * @param others process numbers that do not count
 */
record Browsers(Path home, List<Long> others) {

    private static final String PROFILE = "--user-data-dir=";

    /** Those from now on: another host may live in the same home. */
    static Browsers newIn(Path home) throws IOException {
        Path real = home.toRealPath();
        return new Browsers(real, new Browsers(real, List.of()).pids());
    }

    /** Process numbers of the browsers themselves, without their helper processes. */
    List<Long> pids() {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> !others.contains(pid))
                .filter(this::isBrowserOfHome)
                .sorted()
                .toList();
    }

    private boolean isBrowserOfHome(long pid) {
        List<String> words = commandLine(pid);
        Optional<String> profile =
                words.stream().filter(w -> w.startsWith(PROFILE)).findFirst();
        return profile.filter(p -> Path.of(p.substring(PROFILE.length())).startsWith(home))
                        .isPresent()
                && words.stream().noneMatch(w -> w.startsWith("--type="));
    }

    /** The helper processes join their words with spaces: they are one word here, and no browsers. */
    private static List<String> commandLine(long pid) {
        try {
            String words = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
            return List.of(words.split("\0"));
        } catch (IOException e) {
            return List.of(); // gone meanwhile, or somebody else's
        }
    }
}
