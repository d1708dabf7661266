package io.cdpsupervisor.launcher.internal;

import java.util.Optional;

/**
 * A process that cannot be mistaken for a later one of the same number. Immutable.
 *
 * @param startTicks clock ticks between boot and its start; 0 when unknown, which matches nothing
 */
record ProcessIdentity(long pid, long startTicks) {

    /** Fields after the command name: the state is the first, the start time the twentieth. */
    private static final int START_TIME = 19;

    /** Whether this names one process for sure, so that it may be signalled at all. */
    boolean certain() {
        return startTicks > 0 && pid > 1 && pid <= Integer.MAX_VALUE;
    }

    /**
     * Reads the text of {@code /proc/<pid>/stat}. A command name may hold blanks and brackets, so the fields begin
     * after the last closing one. Empty for a zombie: it runs no more, only its number is still taken.
     */
    static Optional<ProcessIdentity> parseStat(String stat) {
        int name = stat.indexOf('(');
        int end = stat.lastIndexOf(')');
        if (name < 1 || end < name) {
            return Optional.empty();
        }
        String[] fields = stat.substring(end + 1).trim().split("\\s+");
        if (fields.length <= START_TIME || fields[0].equals("Z") || fields[0].equals("X")) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ProcessIdentity(
                    Long.parseLong(stat.substring(0, name).trim()), Long.parseLong(fields[START_TIME])));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
