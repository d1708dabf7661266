package io.cdpsupervisor.mcp.internal;

import io.cdpsupervisor.api.host.BrowserHost;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One agent on two streams: a reader thread feeds the session line by line, a writer thread sends what the session has
 * to say, and the end of either stream ends the host. Safe for any thread.
 */
final class StdioServer implements AutoCloseable {

    /** Longest line taken from the agent, in bytes. */
    static final int MAX_LINE = 100 * 1024 * 1024;

    /** How long an agent that owes us room may read nothing. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(StdioServer.class);

    private final LineReader in;
    private final LineWriter out;
    private final AgentSession session;
    private final ToolsChangedNotice notice;
    private final BrowserHost host;
    private final Runnable onEnd;
    private final Thread reader = new Thread(this::read, "cdp-mcp-stdin");
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile BrowserHost.Registration registration = () -> {};
    private volatile boolean closed;

    /**
     * @param version of the product, told to the agent
     * @param onEnd called once, on a thread of this server, when the agent has hung up; must return at once
     */
    StdioServer(InputStream in, OutputStream out, BrowserHost host, String version, Runnable onEnd) {
        JsonLines json = new JsonLines();
        this.in = new LineReader(in, MAX_LINE);
        this.out = new LineWriter(out, this::end);
        this.host = host;
        this.onEnd = onEnd;
        ToolCalls calls = new ToolCalls(host, new ToolAnswers(json));
        session = new AgentSession(new StdioTransport(json, this.out), calls, new Greeting(version));
        notice = new ToolsChangedNotice(session::toolsChanged);
        reader.setDaemon(true);
    }

    void start() {
        out.start();
        registration = host.onToolsChanged(notice::changed);
        reader.start();
    }

    /** Ends the session without ending the host: running calls are cancelled, what is written already goes out. */
    @Override
    public void close() {
        closed = true;
        registration.close();
        notice.close();
        session.close();
        out.close(GRACE);
        reader.interrupt();
        join();
    }

    /** However it ends, the host must hear of it: nobody else would stop a host without an agent. */
    private void read() {
        try {
            for (Line line = in.next(); line != Line.END && !closed; line = in.next()) {
                if (!out.awaitRoom(PATIENCE)) {
                    LOG.warn("The agent has read nothing for {} s and is given up", PATIENCE.toSeconds());
                    break;
                }
                handle(line);
            }
            LOG.debug("No more is read");
        } catch (IOException | InterruptedException e) {
            LOG.debug("No more is read{}", closed ? ": the session was closed" : "", e);
        } finally {
            try {
                session.close();
            } finally {
                end();
            }
        }
    }

    /** One line that cannot be handled, or not in the memory there is, does not end the session. */
    private void handle(Line line) {
        try {
            session.onLine(line);
        } catch (RuntimeException | OutOfMemoryError e) {
            session.onFailure(e);
        }
    }

    private void end() {
        if (!closed && ended.compareAndSet(false, true)) {
            onEnd.run();
        }
    }

    /** A read that blocks in the operating system cannot be interrupted; its thread is left behind as a daemon. */
    private void join() {
        if (Thread.currentThread() == reader) {
            return;
        }
        try {
            reader.join(GRACE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
