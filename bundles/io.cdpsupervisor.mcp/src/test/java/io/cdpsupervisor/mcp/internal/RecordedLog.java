package io.cdpsupervisor.mcp.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What this bundle logs at INFO and above while it is open. Safe for any thread. */
final class RecordedLog extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger(RecordedLog.class.getPackageName());
    private final List<String> messages = new CopyOnWriteArrayList<>();

    RecordedLog() {
        logger.addHandler(this);
    }

    List<String> messages() {
        return messages;
    }

    @Override
    public void publish(LogRecord record) {
        messages.add(record.getMessage());
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
