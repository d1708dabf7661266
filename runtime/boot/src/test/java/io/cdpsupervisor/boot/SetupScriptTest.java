package io.cdpsupervisor.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script that a source checkout begins with, on a machine where a made-up apt-get is all there is. */
@Timeout(60)
class SetupScriptTest {

    private static final List<String> REAL_TOOLS = List.of(
            "env", "dirname", "readlink", "find", "flock", "setsid", "touch", "mv", "mkdir", "rmdir", "sleep", "cp");
    private static final String BUILD = ". ./find-java.sh; home=$PWD; . ./setup.sh; build_when_stale";

    @TempDir
    private Path folder;

    private Path tools;
    private Path runtime;

    @BeforeEach
    void makeBareMachine() throws IOException {
        tools = Files.createDirectory(folder.resolve("bin"));
        for (String tool : REAL_TOOLS) {
            Path real = Stream.of("/usr/bin", "/bin")
                    .map(bin -> Path.of(bin, tool))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("This machine has no " + tool + "."));
            script(tool, "exec " + real + " \"$@\"");
        }
        script("id", "echo 0");
        script("package", "exit 0");
        runtime = Files.createDirectories(folder.resolve("checkout/runtime"));
        for (String part : List.of("bundles", "features", "itests/sample-plugin")) {
            Files.createDirectories(folder.resolve("checkout").resolve(part));
        }
        Files.createFile(folder.resolve("checkout/pom.xml"));
        Files.copy(Path.of("../setup.sh"), runtime.resolve("setup.sh"));
        Files.copy(Path.of("../bin/find-java.sh"), runtime.resolve("find-java.sh"));
    }

    @Test
    void twoFirstStartsAtOnceInstallAndBuildOneAfterTheOther() throws Exception {
        script("apt-get", """
                mkdir "$BIN/running" || exit 100
                sleep 0.3
                case $* in *install*) cp "$BIN/package" "$BIN/mvn"; cp "$BIN/package" "$BIN/chromium" ;; esac
                rmdir "$BIN/running"
                """);

        Process one = start();
        Process other = start();

        assertThat(one.waitFor()).as(errors(one)).isZero();
        assertThat(other.waitFor()).as(errors(other)).isZero();
        assertThat(runtime.resolve("target/built")).exists();
    }

    @Test
    void aPackageThatDoesNotExistDoesNotKeepTheOthersAway() throws Exception {
        script("apt-get", """
                case $* in
                  *chromium*) exit 100 ;;
                  *install*maven*) cp "$BIN/package" "$BIN/mvn" ;;
                esac
                """);

        Process start = start();

        assertThat(start.waitFor()).isEqualTo(3);
        assertThat(errors(start))
                .contains("apt-get install -y chromium (no such package?", "CDP_SUPERVISOR_BROWSER")
                .doesNotContain("install -y maven");
        assertThat(tools.resolve("mvn")).exists();
    }

    private Process start() throws IOException {
        var command = new ProcessBuilder("/bin/sh", "-euc", BUILD).directory(runtime.toFile());
        command.environment().keySet().removeIf(name -> name.startsWith("CDP_SUPERVISOR"));
        command.environment().put("PATH", tools.toString());
        command.environment().put("BIN", tools.toString());
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return command.start();
    }

    private static String errors(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private void script(String name, String commands) throws IOException {
        Path file = tools.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + commands + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}
