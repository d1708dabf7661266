package io.cdpsupervisor.boot.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RollingFileTest {

    private static final long LIMIT = 1000;

    @TempDir
    private Path folder;

    @Test
    void secretsAreMaskedInMessagesAndInStacks() throws IOException {
        RollingFile log = open();
        LogRecord record = new LogRecord(Level.WARNING, "connecting to wss://host/x?token=abc");
        record.setThrown(new IOException("refused for ghp_0123456789abcdefghij0123"));

        log.publish(record);

        assertThat(text())
                .contains("WARN", "wss://host/x?***", "java.io.IOException: refused for", "\tat ")
                .doesNotContain("token=abc", "ghp_0123456789abcdefghij0123");
    }

    @Test
    void aMessageCannotForgeALine() throws IOException {
        open().publish(new LogRecord(Level.INFO, "one\ntwo"));

        assertThat(text()).endsWith("one two\n").containsOnlyOnce("\n");
    }

    @Test
    void aLongFileIsRenamedAndThreeOldOnesAreKept() throws IOException {
        RollingFile log = open();

        for (int i = 0; i < 100; i++) {
            log.publish(new LogRecord(Level.INFO, "message " + i + " " + "x".repeat(100)));
        }

        assertThat(folder)
                .isDirectoryContaining("glob:**/cdp.log.1")
                .isDirectoryContaining("glob:**/cdp.log.3")
                .isDirectoryNotContaining("glob:**/cdp.log.4");
        assertThat(text()).contains("message 99 ");
    }

    @Test
    void twoWritersShareTheFileAlsoAcrossARename() throws IOException {
        RollingFile one = open();
        RollingFile other = open();

        one.publish(new LogRecord(Level.INFO, "x".repeat((int) LIMIT)));
        one.publish(new LogRecord(Level.INFO, "from one"));
        other.publish(new LogRecord(Level.INFO, "from the other"));

        assertThat(folder.resolve("cdp.log.1")).exists();
        assertThat(text()).contains("from one\n", "from the other\n");
    }

    @Test
    void aFileThatSomebodyRemovedIsMadeAgain() throws IOException {
        RollingFile log = open();
        Files.delete(folder.resolve("cdp.log"));

        log.publish(new LogRecord(Level.INFO, "still here"));

        assertThat(text()).contains("still here");
    }

    private RollingFile open() throws IOException {
        RollingFile log = new RollingFile(folder.resolve("cdp.log"), LIMIT);
        log.setFormatter(LogLine.full());
        return log;
    }

    private String text() throws IOException {
        return Files.readString(folder.resolve("cdp.log"));
    }
}
