package io.cdpsupervisor.itests.product;

import io.cdpsupervisor.testkit.Chromium;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The real Chromium behind a script that notes each launch: so a test knows the browsers of its own product among all
 * those of the machine, also after the product has died. Confined to the test.
 */
final class RecordedChromium implements AutoCloseable {

    private static final Pattern PROFILE = Pattern.compile("--user-data-dir=(\\S+)");

    private final Path script;
    private final Path launches;

    /** Writes the script into the folder. */
    RecordedChromium(Path folder) throws IOException {
        script = folder.resolve("chromium");
        launches = folder.resolve("launches");
        Files.writeString(script, """
                #!/bin/sh
                printf '%%s\\n' "$*" >> '%s'
                exec '%s' "$@"
                """.formatted(launches, Chromium.executable()));
        if (!script.toFile().setExecutable(true)) {
            throw new IOException(script + " cannot be made executable.");
        }
    }

    Path executable() {
        return script;
    }

    /** The profile folders of all launches, in order. */
    List<String> profiles() {
        try {
            return Files.exists(launches)
                    ? Files.readAllLines(launches).stream()
                            .map(PROFILE::matcher)
                            .filter(Matcher::find)
                            .map(found -> found.group(1))
                            .toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The living processes of these launches, main processes and helpers alike. */
    List<Proc> processes() {
        List<String> profiles = profiles();
        return Proc.all().stream()
                .filter(process -> profiles.stream().anyMatch(process.commandLine()::contains))
                .toList();
    }

    /** Kills what a failed test has left. */
    @Override
    public void close() {
        processes().forEach(left -> ProcessHandle.of(left.pid()).ifPresent(ProcessHandle::destroyForcibly));
    }
}
