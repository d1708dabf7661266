package io.cdpsupervisor.boot;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The folder that holds everything a host keeps on disk. Immutable. */
record Home(Path root) {

    /**
     * The home at this path, made if need be, readable to its owner alone when we make it.
     *
     * @throws BootException when it cannot be used
     */
    static Home open(Path path) {
        Path root = path.toAbsolutePath().normalize();
        Home home = new Home(root);
        try {
            create(root);
            create(home.run());
            create(home.log());
        } catch (FileAlreadyExistsException e) {
            throw new BootException(
                    "The home " + root + " cannot be used because " + e.getFile()
                            + " is not a folder; name another one with --home.",
                    e);
        } catch (IOException e) {
            throw unusable(root, e);
        }
        if (!Files.isWritable(root) || !Files.isWritable(home.run()) || !Files.isWritable(home.log())) {
            throw new BootException("The home " + root + " is not writable; name another one with --home.");
        }
        return home;
    }

    static BootException unusable(Path root, IOException e) {
        return new BootException(
                "The home " + root + " cannot be used (" + e.getClass().getSimpleName() + ": " + e.getMessage()
                        + "); name another one with --home.",
                e);
    }

    /** One folder per live process, and its shell socket. */
    Path run() {
        return root.resolve("run");
    }

    Path log() {
        return root.resolve("log");
    }

    /** The operator's configuration files. */
    Path conf() {
        return root.resolve("conf");
    }

    private static void create(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
}
