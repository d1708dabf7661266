package io.cdpsupervisor.boot.log;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.logging.ErrorManager;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Where the process's log goes: warnings to standard error, everything from INFO up to a file of the home. */
public final class Log {

    private static final long FILE_LIMIT = 5_000_000;

    private Log() {}

    /** Replaces whatever handlers there are. */
    public static void start(Path folder, PrintStream err) throws IOException {
        Handler file = new RollingFile(folder.resolve("cdp-supervisor.log"), FILE_LIMIT);
        file.setFormatter(LogLine.full());
        file.setLevel(Level.INFO);
        Handler screen = new Screen(err);
        screen.setFormatter(LogLine.brief());
        screen.setLevel(Level.WARNING);

        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
            handler.close();
        }
        root.addHandler(file);
        root.addHandler(screen);
        root.setLevel(Level.INFO);
    }

    /** Standard error. Safe for any thread, as its stream is. */
    private static final class Screen extends Handler {

        private final PrintStream err;

        Screen(PrintStream err) {
            this.err = err;
        }

        @Override
        public void publish(LogRecord record) {
            if (!isLoggable(record)) {
                return;
            }
            err.print(getFormatter().format(record));
            if (err.checkError()) {
                reportError("Standard error is closed.", null, ErrorManager.WRITE_FAILURE);
            }
        }

        @Override
        public void flush() {
            err.flush();
        }

        @Override
        public void close() {
            err.flush(); // the stream is the process's, not ours
        }
    }
}
