package io.cdpsupervisor.boot.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The browsers that run on a profile inside a home, as the system's process table has them. Immutable. */
record Browsers(Path home) {

    private static final String PROFILE = "--user-data-dir=";

    /** Process numbers of the browsers themselves, without their helper processes. */
    List<Long> pids() {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
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

    /** A browser that has set its title joins its words with spaces instead of zeroes. */
    private static List<String> commandLine(long pid) {
        try {
            String words = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
            return List.of(words.split("[\\x00 ]+"));
        } catch (IOException e) {
            return List.of(); // gone meanwhile, or somebody else's
        }
    }
}
