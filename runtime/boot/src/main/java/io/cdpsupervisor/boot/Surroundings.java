package io.cdpsupervisor.boot;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What the process was started with: the standard streams as they really are, the environment, the distribution. Safe
 * for any thread.
 *
 * @param rawOut the real standard output, unbuffered
 * @param dist the distribution's folder; empty when nobody named it
 */
record Surroundings(
        InputStream in, OutputStream rawOut, PrintStream err, Map<String, String> environment, Optional<Path> dist) {

    private static final String DIST = "cdpsupervisor.dist";

    /**
     * Takes the standard streams aside: from here on whatever prints to {@code System.out} lands on standard error, and
     * nothing but us reads standard input.
     */
    static Surroundings takeOver() {
        InputStream in = System.in;
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        return new Surroundings(
                in,
                new FileOutputStream(FileDescriptor.out),
                System.err,
                System.getenv(),
                Optional.ofNullable(System.getProperty(DIST)).map(Path::of));
    }

    /** Text for the operator, each line flushed. */
    PrintStream out() {
        return new PrintStream(rawOut, true, StandardCharsets.UTF_8);
    }

    Path distribution() {
        return dist.orElseThrow(() -> new BootException(
                "The distribution is not known: start through bin/cdp-supervisor, which sets -D" + DIST + "."));
    }

    /** The home to use when none is given. */
    Path defaultHome() {
        String home = environment.getOrDefault("CDP_SUPERVISOR_HOME", "");
        return home.isEmpty() ? Path.of(System.getProperty("user.home"), ".cdp-supervisor") : Path.of(home);
    }
}
