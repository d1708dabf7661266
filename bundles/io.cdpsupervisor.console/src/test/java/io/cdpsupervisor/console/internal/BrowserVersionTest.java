package io.cdpsupervisor.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrowserVersionTest {

    private static final Duration PATIENT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @Test
    void nameAndNumberAreTakenFromTheAnswer() throws IOException {
        Path browser = script("echo 'Chromium 156.0.8078.114 built on Debian GNU/Linux'");

        assertThat(new BrowserVersion(PATIENT).of(browser)).isEqualTo("Chromium 156.0.8078.114 (" + browser + ")");
    }

    @Test
    void theProgramGetsNothingOfOurEnvironmentButWhatItNeeds() throws IOException {
        assertThat(System.getenv()).as("our own environment").hasSizeGreaterThan(3);
        Path browser =
                script("echo \"Chromium 1.$(/usr/bin/env | grep -cvE '^(PATH|HOME|LANG|PWD|OLDPWD|SHLVL|_)=')\"");

        assertThat(new BrowserVersion(PATIENT).of(browser)).isEqualTo("Chromium 1.0 (" + browser + ")");
    }

    @Test
    void aProgramThatSaysSomethingElseIsNoBrowser() throws IOException {
        Path program = script("echo hello");

        assertThat(new BrowserVersion(PATIENT).of(program))
                .isEqualTo(program + " is no browser: it does not answer --version");
    }

    @Test
    void aProgramThatFailsIsNoBrowser() throws IOException {
        Path program = script("echo Chromium 1.2; exit 3");

        assertThat(new BrowserVersion(PATIENT).of(program)).contains("is no browser");
    }

    @Test
    void aProgramThatNeverAnswersIsGivenUp() throws IOException {
        Path program = script("exec sleep 60");

        assertThat(new BrowserVersion(Duration.ofSeconds(1)).of(program))
                .isEqualTo(program + " does not answer --version within 1 s");
    }

    @Test
    void whatCannotBeRunIsNamed() throws IOException {
        Path file = Files.createFile(folder.resolve("notes"));

        assertThat(new BrowserVersion(PATIENT).of(file)).startsWith(file + " cannot be run: ");
    }

    private Path script(String commands) throws IOException {
        Path file = folder.resolve("browser");
        Files.writeString(file, "#!/bin/sh\n" + commands + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }
}
