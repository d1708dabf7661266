package io.cdpsupervisor.boot.log;

import io.cdpsupervisor.api.redact.Redactor;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** How a record looks, without secrets and with one line per message. Immutable. */
final class LogLine extends Formatter {

    private static final long PID = ProcessHandle.current().pid();

    private final boolean full;

    private LogLine(boolean full) {
        this.full = full;
    }

    /** For a person who watches: level, name, message, and what was thrown without its stack. */
    static Formatter brief() {
        return new LogLine(false);
    }

    /** For the file: also time, process and thread, and the stack. */
    static Formatter full() {
        return new LogLine(true);
    }

    @Override
    public String format(LogRecord record) {
        String message = level(record) + " " + record.getLoggerName() + ": " + oneLine(formatMessage(record));
        Throwable thrown = record.getThrown();
        return Redactor.text(full ? full(record, message, thrown) : brief(message, thrown)) + "\n";
    }

    private static String brief(String message, Throwable thrown) {
        return thrown == null ? message : message + " (" + oneLine(thrown.toString()) + ")";
    }

    private static String full(LogRecord record, String message, Throwable thrown) {
        Instant time = record.getInstant().truncatedTo(ChronoUnit.MILLIS);
        String line = time + " " + PID + " [" + Thread.currentThread().getName() + "] " + message;
        return thrown == null ? line : line + "\n" + stack(thrown).stripTrailing();
    }

    private static String stack(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** Page and browser text ends up in messages; it must not be able to forge a line. */
    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }

    private static String level(LogRecord record) {
        int level = record.getLevel().intValue();
        if (level >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (level >= Level.WARNING.intValue()) {
            return "WARN";
        }
        return level >= Level.INFO.intValue() ? "INFO" : "DEBUG";
    }
}
