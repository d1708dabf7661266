package io.cdpsupervisor.mcp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineReaderTest {

    @Test
    void emptyLinesAreSkippedAndTheLastLineNeedsNoLineFeed() throws IOException {
        assertThat(lines("a\n\n  \r\nb\r\nlast", 100)).containsExactly("a", "b\r", "last");
    }

    @Test
    void aLineOfExactlyTheLimitIsKeptAndALongerOneIsDroppedWhole() throws IOException {
        assertThat(lines("12345\n123456\n1234\n", 5)).containsExactly("12345", "too long", "1234");
    }

    @Test
    void linesThatCrossTheBufferAreWhole() throws IOException {
        String big = "x".repeat(200_000);
        assertThat(lines("a\n" + big + "\nb\n", 300_000)).containsExactly("a", big, "b");
        assertThat(lines("a\n" + big + "\nb\n" + big, 100_000)).containsExactly("a", "too long", "b", "too long");
    }

    private static List<String> lines(String text, int limit) throws IOException {
        LineReader reader = new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), limit);
        List<String> lines = new ArrayList<>();
        for (Line line = reader.next(); line != Line.END; line = reader.next()) {
            lines.add(line.tooLong() ? "too long" : new String(line.bytes(), StandardCharsets.UTF_8));
        }
        return lines;
    }
}
