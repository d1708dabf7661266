package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChromiumLocatorTest {

    @TempDir
    Path folder;

    private Path onPath;
    private Path other;

    @BeforeEach
    void install() throws IOException {
        onPath = executable(folder.resolve("bin/google-chrome"));
        other = executable(folder.resolve("opt/chrome"));
    }

    @Test
    void theOperatorsChoiceIsTheOnlyOneTried() {
        ChromiumLocator locator = locator(Map.of("PATH", folder.resolve("bin").toString()));

        assertThat(locator.locate(Optional.of(other.toString()))).isEqualTo(other);
        assertThatThrownBy(() -> locator.locate(Optional.of("/no/such/chrome")))
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BROWSER_NOT_FOUND))
                .hasMessageContaining("/no/such/chrome")
                .hasMessageContaining("does not exist");
    }

    @Test
    void choiceThatIsNotExecutableIsNamedAsSuch() throws IOException {
        Path plain = Files.writeString(folder.resolve("notes.txt"), "no program");

        assertThatThrownBy(() -> locator(Map.of()).locate(Optional.of(plain.toString())))
                .hasMessageContaining("is not executable");
        assertThatThrownBy(() -> locator(Map.of()).locate(Optional.of(folder.toString())))
                .hasMessageContaining("is not a file");
    }

    @Test
    void variableComesBeforeTheRecordAndTheRecordBeforePath() throws IOException {
        Path record = Files.writeString(folder.resolve("executable"), other + "\n");
        Path third = executable(folder.resolve("third"));
        String path = folder.resolve("bin").toString();

        assertThat(locator(Map.of("PATH", path, ChromiumLocator.VARIABLE, third.toString()), record)
                        .locate(Optional.empty()))
                .isEqualTo(third);
        assertThat(locator(Map.of("PATH", path), record).locate(Optional.empty()))
                .isEqualTo(other);
        assertThat(locator(Map.of("PATH", path)).locate(Optional.empty())).isEqualTo(onPath);
    }

    @Test
    void staleVariableAndRecordDoNotHideAGoodInstallation() throws IOException {
        Path record = Files.writeString(folder.resolve("executable"), "/gone/too");

        assertThat(locator(Map.of("PATH", "/none:" + folder.resolve("bin"), ChromiumLocator.VARIABLE, "/gone"), record)
                        .locate(Optional.empty()))
                .isEqualTo(onPath);
    }

    @Test
    void whenThereIsNoneTheErrorListsWhatWasLookedAtAndWhatToInstall() {
        Path record = folder.resolve("executable");

        assertThatThrownBy(() -> locator(Map.of("PATH", "/none", ChromiumLocator.VARIABLE, "/gone"), record)
                        .locate(Optional.empty()))
                .hasMessageContaining("CDP_SUPERVISOR_BROWSER=/gone does not exist")
                .hasMessageContaining(record + " is missing or empty")
                .hasMessageContaining("google-chrome-stable on PATH")
                .hasMessageContaining("apt-get install chromium");
    }

    private static ChromiumLocator locator(Map<String, String> environment, Path... recorded) {
        return new ChromiumLocator(environment, List.of(recorded));
    }

    private static Path executable(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
