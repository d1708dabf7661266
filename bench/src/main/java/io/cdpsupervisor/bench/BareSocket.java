package io.cdpsupervisor.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** The baseline: the JDK's WebSocket and messages as text, nothing else. Used by one thread. */
final class BareSocket implements AutoCloseable {

    private static final long LIMIT_S = 20;
    /** One for all, since making one takes longer than to dial. */
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Heard heard = new Heard();
    private final WebSocket socket;
    /** The socket takes one text at a time. */
    private CompletableFuture<WebSocket> written;

    private long lastId;

    /** @param address of a page's own WebSocket, or of the browser's */
    BareSocket(URI address) throws IOException, InterruptedException {
        try {
            socket = CLIENT.newWebSocketBuilder().buildAsync(address, new Ear()).get(LIMIT_S, TimeUnit.SECONDS);
            written = CompletableFuture.completedFuture(socket);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("No connection to " + address, e);
        }
    }

    /** Sends a command and gives the message that answers. */
    String call(String method, String params) throws IOException, InterruptedException {
        return reply(send(method, params));
    }

    /** Sends a command; gives its id. */
    long send(String method, String params) {
        return send(method, params, "");
    }

    /** Sends a command to a flat session; gives its id. */
    long sendTo(String sessionId, String method, String params) {
        return send(method, params, ",\"sessionId\":\"" + sessionId + "\"");
    }

    /** The message that answers a command; those before it are dropped. */
    String reply(long id) throws IOException, InterruptedException {
        return await(message -> answers(message, id));
    }

    /** The first message that is meant; those before it are dropped. */
    String await(Predicate<String> meant) throws IOException, InterruptedException {
        return heard.await(meant);
    }

    static boolean answers(String message, long id) {
        return message.startsWith("{\"id\":" + id + ",");
    }

    @Override
    public void close() {
        socket.abort();
    }

    private long send(String method, String params, String more) {
        long id = ++lastId;
        String text = "{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + more + "}";
        written = written.thenCompose(ready -> ready.sendText(text, true));
        return id;
    }

    private final class Ear implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            message.append(part);
            if (last) {
                heard.add(message.toString());
                message.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
