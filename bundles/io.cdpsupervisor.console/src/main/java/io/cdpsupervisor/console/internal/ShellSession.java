package io.cdpsupervisor.console.internal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the shell: reads a command line, runs it, writes what it gives. There is no prompt until the session
 * variable {@code prompt} is set, so that a script gets nothing but its answers. Confined to the connection's thread.
 */
final class ShellSession implements Runnable {

    static final String PROMPT = "prompt";
    private static final Logger LOG = LoggerFactory.getLogger(ShellSession.class);
    private static final Set<String> FAREWELLS = Set.of("exit", "quit", "logout");

    private final SocketChannel channel;
    private final CommandProcessor processor;

    ShellSession(SocketChannel channel, CommandProcessor processor) {
        this.channel = channel;
        this.processor = processor;
    }

    @Override
    public void run() {
        try (channel) {
            var in = new ChannelInput(channel);
            var out = new PrintStream(new ChannelOutput(channel), true, StandardCharsets.UTF_8);
            try (CommandSession session = processor.createSession(in, out, out)) {
                serve(session, new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)), out);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("A shell connection ended.", e); // the other side went away, or the bundle stops
        }
    }

    private static void serve(CommandSession session, BufferedReader lines, PrintStream out) throws IOException {
        String line = lines.readLine();
        while (line != null && !FAREWELLS.contains(line.trim())) {
            if (!line.isBlank()) {
                run(session, line, out);
            }
            Object prompt = session.get(PROMPT);
            if (prompt != null) {
                out.print(prompt);
                out.flush();
            }
            line = lines.readLine();
        }
    }

    /** A command is foreign code: whatever it throws is its answer. */
    @SuppressWarnings("IllegalCatch")
    private static void run(CommandSession session, String line, PrintStream out) {
        try {
            Object result = session.execute(line);
            if (result != null) {
                out.println(session.format(result, Converter.INSPECT));
            }
        } catch (InvocationTargetException e) {
            out.println(sentence(e.getCause()));
        } catch (Exception | LinkageError e) { // the latter from a plug-in that lacks a class
            out.println(sentence(e));
        }
    }

    private static String sentence(Throwable thrown) {
        return thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
    }
}
