package io.cdpsupervisor.launcher.internal;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Who started the browser on a profile, and how to know it again: {@code launch.json}. Names in the file are in snake
 * case. Immutable.
 *
 * @param version of the file's shape
 * @param startTicks see {@link ProcessIdentity}; with {@code pid} it names the browser
 * @param httpUrl empty while the state is {@link State#STARTING}
 * @param browserPath line 2 of the port file; empty while starting
 * @param tempDir the browser's TMPDIR, which goes when the browser is gone
 * @param launchedAt epoch milliseconds
 */
record LaunchRecord(
        int version,
        String userDataDir,
        String executable,
        long pid,
        long startTicks,
        MachineIdentity machine,
        String httpUrl,
        String browserPath,
        String tempDir,
        boolean ephemeral,
        State state,
        ProcessIdentity launcher,
        long launchedAt) {

    enum State {
        STARTING,
        READY;

        /** As it stands in the file. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static final int VERSION = 1;

    private static final ObjectMapper JSON = new ObjectMapper()
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
            .configure(DeserializationFeature.READ_ENUMS_USING_TO_STRING, true)
            .configure(SerializationFeature.WRITE_ENUMS_USING_TO_STRING, true);

    ProcessIdentity browser() {
        return new ProcessIdentity(pid, startTicks);
    }

    LaunchRecord ready(DevToolsActivePort port) {
        return new LaunchRecord(
                version,
                userDataDir,
                executable,
                pid,
                startTicks,
                machine,
                port.httpUrl(),
                port.browserPath(),
                tempDir,
                ephemeral,
                State.READY,
                launcher,
                launchedAt);
    }

    void write(Path file) throws IOException {
        PrivateFiles.replace(file, JSON.writeValueAsString(this));
    }

    /** Empty also when it cannot be understood. */
    static Optional<LaunchRecord> readable(Path file) {
        try {
            return read(file);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** @throws IOException it is there and cannot be understood: then nothing may be concluded from it */
    static Optional<LaunchRecord> read(Path file) throws IOException {
        try {
            LaunchRecord record = JSON.readValue(Files.readAllBytes(file), LaunchRecord.class);
            if (record == null || record.version != VERSION || record.userDataDir == null || record.machine == null) {
                throw new IOException(file + " is not a launch record of version " + VERSION + ".");
            }
            return Optional.of(record);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
