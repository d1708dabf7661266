package io.cdpsupervisor.console.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a browser executable what it is. Safe for any thread. */
final class BrowserVersion {

    /** {@code Chromium 156.0.1.2 built on …}: the name and the number. */
    private static final Pattern NAME_AND_NUMBER = Pattern.compile("(?m)^\\S.*?\\d+(\\.\\d+)+");

    private static final Set<String> PASSED_ON = Set.of("PATH", "HOME", "LANG");

    private final Duration limit;

    BrowserVersion(Duration limit) {
        this.limit = limit;
    }

    /** One phrase for the operator. Blocks until the executable has answered, at most for the limit. */
    String of(Path executable) {
        try {
            Process process = command(executable).start();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return executable + " does not answer --version within " + limit.toSeconds() + " s";
            }
            return answer(executable, process);
        } catch (IOException e) {
            return executable + " cannot be run: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return executable + " was not asked for its version: interrupted";
        }
    }

    /** Without our environment, which may hold keys of services. */
    private static ProcessBuilder command(Path executable) {
        ProcessBuilder command = new ProcessBuilder(executable.toString(), "--version")
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true);
        command.environment().keySet().retainAll(PASSED_ON);
        return command;
    }

    /** Only what is there: a grandchild may hold the pipe open. */
    private static String answer(Path executable, Process process) throws IOException {
        try (var out = process.getInputStream()) {
            String text = new String(out.readNBytes(out.available()), StandardCharsets.UTF_8);
            Matcher version = NAME_AND_NUMBER.matcher(text);
            return version.find() && process.exitValue() == 0
                    ? version.group() + " (" + executable + ")"
                    : executable + " is no browser: it does not answer --version";
        }
    }
}
