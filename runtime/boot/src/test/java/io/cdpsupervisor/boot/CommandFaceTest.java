package io.cdpsupervisor.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandFaceTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @Nested
    class WrongWords {

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "frob | Unknown verb 'frob'; the verbs are demo, mcp, shell, version.",
                    "--frob | Unknown option '--frob'; the verbs are demo, mcp, shell, version.",
                    "mcp --frob | The verb mcp takes no option '--frob'; see cdp-supervisor mcp --help.",
                    "mcp frob | The verb mcp takes no argument 'frob'; see cdp-supervisor mcp --help.",
                    "mcp --home | Missing required parameter for option '--home' (DIR)",
                    "mcp --set headed | 'headed' in --set has no '='; write --set browser.KEY=VALUE.",
                    "mcp --set browser.headed=maybe | --set browser.headed cannot be 'maybe': it must be true or false.",
                    "demo --set browser.sandbox=of | --set browser.sandbox cannot be 'of': it must be one of auto,"
                            + " required, off.",
                    "shell --set browser.engine=chrome --set browser.dialog_timeout_s=0 | --set browser.dialog_timeout_s"
                            + " cannot be '0': it must be a whole number from 1 to 999999999.",
                })
        void areAnsweredWithOneLineThatNamesThem(String words, String sentence) {
            assertThat(run(words.split(" "))).isEqualTo(2);
            assertThat(errorLine()).isEqualTo("cdp-supervisor: " + sentence);
        }

        @Test
        void anUnknownKeyIsAnsweredWithTheKnownOnes() {
            assertThat(run("mcp", "--set", "browser.frob=1")).isEqualTo(2);
            assertThat(errorLine())
                    .contains("Unknown key 'browser.frob' in --set")
                    .contains("browser.dialog_policy")
                    .contains("browser.max_message_mb");
        }

        @Test
        void noVerbIsAnsweredWithTheVerbs() {
            assertThat(run()).isEqualTo(2);
            assertThat(errorLine())
                    .isEqualTo("cdp-supervisor: A verb is missing; the verbs are demo, mcp, shell, version.");
        }

        @Test
        void lineBreaksInAWordDoNotBreakTheLine() {
            assertThat(run("mcp", "a\nb")).isEqualTo(2);
            assertThat(errorLine()).contains("'a b'");
        }

        @ParameterizedTest
        @ValueSource(strings = {"--home", "--browser"})
        void anEmptyPathIsRefused(String option) {
            assertThat(run("mcp", option, "")).isEqualTo(2);
            assertThat(errorLine()).isEqualTo("cdp-supervisor: " + option + " needs a path, and got nothing.");
        }
    }

    @Nested
    class Help {

        @ParameterizedTest
        @ValueSource(strings = {"demo", "mcp", "shell", "version"})
        void isThereForEachVerb(String verb) {
            assertThat(run(verb, "--help")).isZero();
            assertThat(text(out)).contains("cdp-supervisor " + verb, "--home", "--set", "--browser");
            assertThat(text(err)).isEmpty();
        }

        @Test
        void listsTheVerbs() {
            assertThat(run("--help")).isZero();
            assertThat(text(out)).contains("demo", "mcp", "shell", "version");
        }
    }

    @Nested
    class UnusableHome {

        @Test
        void aFileInItsPlaceIsNamed() throws IOException {
            Path file = Files.createFile(folder.resolve("taken"));

            assertThat(run("mcp", "--home", file.toString())).isEqualTo(1);
            assertThat(errorLine())
                    .isEqualTo("cdp-supervisor: The home " + file + " cannot be used because " + file
                            + " is not a folder; name another one with --home.");
        }

        @Test
        void theEnvironmentsHomeIsTakenWhenNoneIsGiven() throws IOException {
            Path file = Files.createFile(folder.resolve("taken"));

            assertThat(face(Map.of("CDP_SUPERVISOR_HOME", file.toString())).run("version"))
                    .isEqualTo(1);
            assertThat(errorLine()).contains(file.toString());
        }
    }

    @Test
    void withoutADistributionTheOperatorIsToldHowToStart() {
        assertThat(run("mcp", "--home", folder.toString())).isEqualTo(1);
        assertThat(errorLine()).contains("bin/cdp-supervisor");
    }

    private int run(String... words) {
        return face(Map.of()).run(words);
    }

    private CommandFace face(Map<String, String> environment) {
        return new CommandFace(new Surroundings(
                InputStream.nullInputStream(),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                Optional.empty()));
    }

    /** What is on standard error, which must be one line, with nothing on standard output. */
    private String errorLine() {
        assertThat(text(out)).isEmpty();
        assertThat(text(err)).endsWith("\n").containsOnlyOnce("\n");
        return text(err).strip();
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
