package io.cdpsupervisor.console.internal;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.felix.service.command.CommandProcessor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the operator's shell in through a socket file that only its owner may open. One daemon thread accepts, one serves
 * each connection. Safe for any thread.
 */
final class ShellSocket implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ShellSocket.class);
    private static final int MOST_SESSIONS = 8;
    private static final long PAUSE_MS = 100;

    private final Path file;
    private final CommandProcessor processor;
    private final ServerSocketChannel server;
    private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();

    /** Listens when this returns; the folder of the file must be closed to others already. */
    ShellSocket(Path file, CommandProcessor processor) throws IOException {
        this.file = file;
        this.processor = processor;
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(file));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            server.close();
            throw e;
        }
        daemon(this::accept, "cdp-console-accept");
    }

    /** Ends all sessions and removes the file. Does not wait for a command that still runs. */
    @Override
    public void close() throws IOException {
        server.close();
        for (SocketChannel connection : connections) {
            connection.close();
        }
        Files.deleteIfExists(file);
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                admit(server.accept());
            } catch (IOException e) {
                LOG.debug("The shell socket did not accept a connection.", e);
                pause();
            }
        }
    }

    /** What has gone wrong may last, as when there are no file descriptors left. */
    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void admit(SocketChannel connection) throws IOException {
        if (connections.size() >= MOST_SESSIONS) {
            try (connection) {
                String sentence = "There are " + MOST_SESSIONS + " shell sessions already; leave one with 'exit'.\n";
                connection.write(ByteBuffer.wrap(sentence.getBytes(StandardCharsets.UTF_8)));
            }
            return;
        }
        connections.add(connection);
        if (!server.isOpen()) {
            connection.close(); // close() may have walked the set before this one was in it
        }
        daemon(() -> serve(connection), "cdp-console-session");
    }

    private void serve(SocketChannel connection) {
        try {
            new ShellSession(connection, processor).run();
        } finally {
            connections.remove(connection);
        }
    }

    private static void daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
