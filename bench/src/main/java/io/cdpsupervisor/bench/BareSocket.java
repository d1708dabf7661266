package io.cdpsupervisor.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The baseline of the round trip: the JDK's WebSocket on a page, one command at a time. Used by one thread. */
final class BareSocket implements AutoCloseable {

    private static final long LIMIT_S = 20;

    private final Heard heard = new Heard();
    private final WebSocket socket;
    private long lastId;

    /** @param page address of the page's own WebSocket */
    BareSocket(URI page) throws IOException, InterruptedException {
        try {
            socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(page, new Ear())
                    .get(LIMIT_S, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("No connection to " + page, e);
        }
    }

    /** Sends a command and gives the message that answers. */
    String call(String method, String params) throws IOException, InterruptedException {
        long id = ++lastId;
        var unused =
                socket.sendText("{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}", true);
        return heard.await(message -> message.startsWith("{\"id\":" + id + ","));
    }

    @Override
    public void close() {
        socket.abort();
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
