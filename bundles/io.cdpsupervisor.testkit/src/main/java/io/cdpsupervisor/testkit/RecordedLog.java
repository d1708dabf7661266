package io.cdpsupervisor.testkit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Everything that is logged through {@code java.util.logging} while this is open, whatever its level. Safe for any
 * thread.
 */
public final class RecordedLog implements AutoCloseable {

    private record Line(Level level, String text) {}

    private final Logger logger;
    private final Level oldLevel;
    private final Handler handler = new Recorder();
    private final List<Line> lines = new CopyOnWriteArrayList<>();

    private RecordedLog(Logger logger) {
        this.logger = logger;
        this.oldLevel = logger.getLevel();
        logger.setLevel(Level.ALL);
        logger.addHandler(handler);
    }

    /** Records a logger and those below it. */
    public static RecordedLog of(String logger) {
        return new RecordedLog(Logger.getLogger(logger));
    }

    /** What was logged at this level and above: each message with its arguments, then its stack traces. */
    public List<String> texts(Level atLeast) {
        return lines.stream()
                .filter(line -> line.level().intValue() >= atLeast.intValue())
                .map(Line::text)
                .toList();
    }

    /** Ends the recording and restores the level; the lines stay. */
    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setLevel(oldLevel);
    }

    private final class Recorder extends Handler {
        private final Formatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord logged) {
            StringWriter text = new StringWriter();
            text.append(formatter.formatMessage(logged));
            if (logged.getThrown() != null) {
                logged.getThrown().printStackTrace(new PrintWriter(text, true));
            }
            lines.add(new Line(logged.getLevel(), text.toString()));
        }

        @Override
        public void flush() {
            // nothing is held back
        }

        @Override
        public void close() {
            // nothing is held open
        }
    }
}
