package io.cdpsupervisor.boot;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An input whose end is noticed by somebody else than its reader. Read by one thread. */
final class WatchedInput extends FilterInputStream {

    private Runnable onEnd;
    private boolean ended;

    WatchedInput(InputStream in) {
        super(in);
    }

    /** Runs it once, on a daemon thread of its own, when the end has been read; it may have been already. */
    synchronized void onEnd(Runnable action) {
        onEnd = action;
        if (ended) {
            run(action);
        }
    }

    @Override
    public int read() throws IOException {
        return noticed(super.read());
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        return noticed(super.read(buffer, offset, length));
    }

    private synchronized int noticed(int count) {
        if (count < 0 && !ended) {
            ended = true;
            if (onEnd != null) {
                run(onEnd);
            }
        }
        return count;
    }

    private static void run(Runnable action) {
        Thread thread = new Thread(action, "cdp-supervisor-input-end");
        thread.setDaemon(true);
        thread.start();
    }
}
