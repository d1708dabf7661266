package io.cdpsupervisor.mcp.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Cuts a stream into lines, keeping no more than a limit of one. Confined to the reader thread. */
final class LineReader {
    private final InputStream in;
    private final int limit;
    private final byte[] buffer = new byte[64 * 1024];
    private int from;
    private int to;

    /** @param limit of a line, in bytes; a longer one is read to its end and dropped */
    LineReader(InputStream in, int limit) {
        this.in = in;
        this.limit = limit;
    }

    /** The next line that is not empty, or {@link Line#END}; a last line without a line feed counts. Blocks. */
    Line next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(0);
        boolean tooLong = false;
        while (from < to || fill()) {
            int end = lineFeed();
            tooLong |= (long) line.size() + end - from > limit;
            if (tooLong) {
                line = new ByteArrayOutputStream(0);
            } else {
                line.write(buffer, from, end - from);
            }
            boolean complete = end < to;
            from = Math.min(end + 1, to);
            if (complete && (tooLong || !isBlank(line))) {
                return new Line(line.toByteArray(), tooLong);
            }
            if (complete) {
                line.reset();
            }
        }
        return tooLong || !isBlank(line) ? new Line(line.toByteArray(), tooLong) : Line.END;
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }

    /** Index of the first line feed that is left, or the end of what is there. */
    private int lineFeed() {
        int at = from;
        while (at < to && buffer[at] != '\n') {
            at++;
        }
        return at;
    }

    private static boolean isBlank(ByteArrayOutputStream line) {
        return line.size() < 8 && line.toString(StandardCharsets.ISO_8859_1).isBlank();
    }
}
