package io.cdpsupervisor.launcher.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The layout of the state folder: {@code browser/<16 hex of the profile's path>/} for what we know about a profile,
 * {@code browser/ephemeral/} for throw-away profiles, {@code browser/tmp/} for the browsers' temporary files. Safe for
 * any thread.
 */
final class BrowserHome {

    /** Longest TMPDIR: Chromium adds {@code /org.chromium.Chromium.XXXXXX/SingletonSocket} and stops at 103 bytes. */
    private static final int LONGEST_TMPDIR = 103 - 45;

    private static final String TEMP_PREFIX = "cdps-";

    private final Path root;
    private final Path ephemeral;

    /** @param home the product's state root; made when it is missing, with mode 0700 */
    BrowserHome(Path home) throws IOException {
        PrivateFiles.createFolder(home.toAbsolutePath().resolve("browser/ephemeral"));
        root = home.toRealPath().resolve("browser");
        ephemeral = root.resolve("ephemeral");
    }

    /** The path of the browser to use, for whoever prepares the state folder to write. */
    Path recordedExecutable() {
        return root.resolve("executable");
    }

    /** The profile is made at once: by it the reaper finds all the rest, however early its process dies. */
    ProfileFolder newEphemeral() throws IOException {
        ProfileFolder folder = folder(ephemeral.resolve(UUID.randomUUID().toString()));
        PrivateFiles.createFolder(folder.userDataDir());
        return folder;
    }

    /** The profile at that path, which is made when it is missing. */
    ProfileFolder persistent(Path userDataDir) throws IOException {
        PrivateFiles.createFolder(userDataDir.toAbsolutePath());
        return folder(userDataDir.toRealPath());
    }

    /** @param userDataDir canonical */
    ProfileFolder folder(Path userDataDir) {
        return new ProfileFolder(
                userDataDir,
                root.resolve(hash(userDataDir).substring(0, 16)),
                ephemeral.equals(userDataDir.getParent()));
    }

    /** State folders that have a launch record. */
    List<Path> recorded() throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.map(e -> e.resolve("launch.json"))
                    .filter(Files::exists)
                    .toList();
        }
    }

    /** Every throw-away profile there is, also those of other processes and of the dead. */
    List<ProfileFolder> ephemerals() throws IOException {
        try (Stream<Path> entries = Files.list(ephemeral)) {
            return entries.map(this::folder).toList();
        }
    }

    /** A fresh folder for the browser's own temporary files, its singleton socket among them. */
    Path newTempFolder(ProfileFolder folder) throws IOException {
        Path own = tempFolder(folder);
        if (own.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_TMPDIR) {
            return Files.createTempDirectory(TEMP_PREFIX); // 0700, like all of its kind
        }
        PrivateFiles.deleteTree(own);
        PrivateFiles.createFolder(own);
        return own;
    }

    /** Where {@link #newTempFolder} makes it, unless the state folder's path is too long. */
    Path tempFolder(ProfileFolder folder) {
        return root.resolve("tmp").resolve(hash(folder.userDataDir()).substring(0, 8));
    }

    /** Whether {@link #newTempFolder} made it; nothing else is deleted on the word of a record. */
    boolean isTempFolder(Path path) {
        Path system = Path.of(System.getProperty("java.io.tmpdir"));
        return root.resolve("tmp").equals(path.getParent())
                || (system.equals(path.getParent())
                        && path.getFileName().toString().startsWith(TEMP_PREFIX));
    }

    private static String hash(Path path) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(path.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
