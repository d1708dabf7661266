package io.cdpsupervisor.launcher.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BrowserOutputTest {

    @Test
    void lastLinesAreKeptAndTheMissingMessageBusIsNot() {
        assertThat(BrowserOutput.of("one\n\ntwo\nthree\n[1:2:ERROR:dbus/bus.cc:405] no bus\nfour\n")
                        .lastLines())
                .containsExactly("two", "three", "four");
    }

    @Test
    void missingLibraryComesWithARemedy() {
        assertThat(BrowserOutput.of("chrome: error while loading shared libraries: libnspr4.so: cannot open")
                        .explained())
                .contains("libnspr4.so")
                .contains("apt-get install chromium");
    }

    @Test
    void secretsInItAreMasked() {
        assertThat(BrowserOutput.of("proxy http://me:s3cret@proxy failed").explained())
                .doesNotContain("s3cret");
    }

    @Test
    void silenceIsSaid() {
        assertThat(BrowserOutput.of("\n").explained()).isEqualTo("It printed nothing; is it a Chromium?");
    }
}
