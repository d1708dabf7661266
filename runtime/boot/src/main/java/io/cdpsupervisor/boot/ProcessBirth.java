package io.cdpsupervisor.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells a process from a later one that got the same number. Safe for any thread. */
final class ProcessBirth {

    /** Fields of {@code /proc/<pid>/stat} after the command's closing parenthesis, which may itself hold anything. */
    private static final int STATE = 0;

    private static final int START_TIME = 19;

    private ProcessBirth() {}

    /** A mark that no other process with this number has; empty when there is no such process, or only its corpse. */
    static Optional<String> of(long pid) {
        if (!Files.isDirectory(Path.of("/proc/self"))) {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .map(process ->
                            process.info().startInstant().map(Object::toString).orElse("unknown"));
        }
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            boolean dead = fields[STATE].equals("Z") || fields[STATE].equals("X");
            return dead ? Optional.empty() : Optional.of(fields[START_TIME]);
        } catch (IOException e) {
            return Optional.empty(); // gone, or going while we read
        }
    }
}
