package io.cdpsupervisor.launcher.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the kernel says about processes. Holds no state but its root; reads only. Safe for any thread.
 */
final class ProcFs {
    private static final String PROFILE_FLAG = "--user-data-dir";

    private final Path root;

    ProcFs(Path root) {
        this.root = root;
    }

    MachineIdentity machine() {
        try {
            return new MachineIdentity(
                    read("sys/kernel/random/boot_id").trim(),
                    Files.readSymbolicLink(root.resolve("self/ns/pid")).toString(),
                    read("sys/kernel/hostname").trim());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + root + ", which tells processes apart.", e);
        }
    }

    /** The running process of that number; empty when there is none, or only a zombie. */
    Optional<ProcessIdentity> identify(long pid) {
        try {
            return ProcessIdentity.parseStat(read(pid + "/stat"));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    boolean isRunning(ProcessIdentity process) {
        return process.certain()
                && identify(process.pid()).filter(process::equals).isPresent();
    }

    /**
     * Whether the process is the main process of a browser on exactly this profile.
     *
     * @param profile canonical
     * @throws IOException it may not be looked at, so nothing is known
     */
    boolean drives(long pid, Path profile) throws IOException {
        List<String> arguments = arguments(pid);
        Optional<String> named = profileArgument(arguments);
        return named.isPresent()
                && arguments.stream().noneMatch(a -> a.startsWith("--type="))
                && canonical(pid, named.get()).equals(Optional.of(profile));
    }

    /** Main processes of browsers on exactly this profile; those that may not be looked at are left out. */
    List<ProcessIdentity> drivers(Path profile) {
        List<ProcessIdentity> found = new ArrayList<>();
        try (Stream<Path> entries = Files.list(root)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                String name = entry.getFileName().toString();
                if (name.matches("\\d{1,10}") && drivesQuietly(Long.parseLong(name), profile)) {
                    identify(Long.parseLong(name)).ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list the processes in " + root + ".", e);
        }
        return found;
    }

    private boolean drivesQuietly(long pid, Path profile) {
        try {
            return drives(pid, profile);
        } catch (IOException e) {
            return false; // gone meanwhile, or somebody else's
        }
    }

    /** Empty when there is no such process; also for zombies and the kernel's own. */
    private List<String> arguments(long pid) throws IOException {
        try {
            return List.of(read(pid + "/cmdline").split("\0"));
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("No such process")) {
                return List.of(); // it ended between open and read
            }
            throw e;
        }
    }

    /** Both forms, {@code --flag=value} and {@code --flag value}; the last one counts, as it does for Chromium. */
    private static Optional<String> profileArgument(List<String> arguments) {
        Optional<String> found = Optional.empty();
        for (int i = 1; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.startsWith(PROFILE_FLAG + "=")) {
                found = Optional.of(argument.substring(PROFILE_FLAG.length() + 1));
            } else if (argument.equals(PROFILE_FLAG) && i + 1 < arguments.size()) {
                found = Optional.of(arguments.get(i + 1));
            }
        }
        return found;
    }

    private Optional<Path> canonical(long pid, String named) {
        try {
            Path path = Path.of(named);
            if (!path.isAbsolute()) {
                path = Files.readSymbolicLink(root.resolve(pid + "/cwd")).resolve(path);
            }
            return Optional.of(path.toRealPath());
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    private String read(String name) throws IOException {
        return new String(Files.readAllBytes(root.resolve(name)), StandardCharsets.UTF_8);
    }
}
