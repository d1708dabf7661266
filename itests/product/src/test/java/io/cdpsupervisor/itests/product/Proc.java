package io.cdpsupervisor.itests.product;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes of the machine, as /proc shows them: Java's own view takes the dead that nobody reaped for living. */
record Proc(long pid, String commandLine) {

    private static final Path PROC = Path.of("/proc");

    /** Every living process. */
    static List<Proc> all() {
        List<Proc> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                long pid = Long.parseLong(entry.getFileName().toString());
                String commandLine =
                        read(entry.resolve("cmdline")).replace('\0', ' ').trim();
                if (isAlive(pid)) {
                    found.add(new Proc(pid, commandLine));
                }
            }
        } catch (IOException e) {
            throw new AssertionError("/proc cannot be read.", e);
        }
        return found;
    }

    /** The living processes that have these words on their command line. */
    static List<Proc> with(String words) {
        return all().stream()
                .filter(process -> process.commandLine.contains(words))
                .toList();
    }

    boolean isAlive() {
        return isAlive(pid);
    }

    private static boolean isAlive(long pid) {
        String stat = read(PROC.resolve(pid + "/stat"));
        int state = stat.lastIndexOf(')') + 2;
        return state < stat.length() && stat.charAt(state) != 'Z' && stat.charAt(state) != 'X';
    }

    /** Empty when the process has gone meanwhile. */
    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
