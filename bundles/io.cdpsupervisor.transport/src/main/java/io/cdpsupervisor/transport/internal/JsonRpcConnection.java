package io.cdpsupervisor.transport.internal;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpListener;
import io.cdpsupervisor.transport.EventLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commands, replies and events over a channel. The reader thread opens envelopes and hands them over; everything else
 * happens on the loop. Confined to the loop, but for {@link #close} and what the channel calls.
 */
final class JsonRpcConnection implements CdpConnection, Channel.Receiver {

    private static final Logger LOG = LoggerFactory.getLogger(JsonRpcConnection.class);

    /** So much text may wait for the loop before the reader stops reading. */
    private static final long INBOX_BOUND = 64L << 20;

    private static final Duration LOOP_CHECK = Duration.ofSeconds(1);

    private final Channel channel;
    private final EventLoop loop;
    private final CdpListener listener;
    private final PendingCalls calls = new PendingCalls();
    private final Inbox inbox = new Inbox(INBOX_BOUND);
    private final AtomicReference<Loss> loss = new AtomicReference<>();
    private long lastId;

    JsonRpcConnection(Channel channel, EventLoop loop, CdpListener listener) {
        this.channel = channel;
        this.loop = loop;
        this.listener = listener;
    }

    @Override
    public CompletableFuture<CdpReply> send(Optional<String> sessionId, String method, Map<String, ?> params) {
        requireLoop();
        if (loss.get() != null) {
            return CompletableFuture.failedFuture(loss.get().forCall(method));
        }
        long id = ++lastId;
        CompletableFuture<CdpReply> future = new CompletableFuture<>();
        try {
            String text = Json.command(id, sessionId, method, params);
            calls.add(id, new PendingCalls.Call(method, sessionId, future));
            WireLog.command(id, sessionId, method);
            channel.send(text);
        } catch (CdpException e) {
            calls.take(id);
            future.completeExceptionally(e);
        }
        // we take a call out before we complete it: whoever finds it still there has given it up
        CompletableFuture<?> unused = future.whenComplete((reply, error) -> onLoop(() -> calls.giveUp(id)));
        return future;
    }

    private void onLoop(Runnable step) {
        if (loop.inLoop()) {
            step.run();
        } else {
            tryExecute(step);
        }
    }

    /** Without a loop there is nobody left to tell, so the socket goes too. */
    private void tryExecute(Runnable step) {
        try {
            loop.execute(step);
        } catch (RejectedExecutionException e) {
            channel.close();
            inbox.close();
        }
    }

    @Override
    public void failSession(String sessionId, RuntimeException cause) {
        requireLoop();
        calls.takeSession(sessionId).forEach(call -> call.future().completeExceptionally(cause));
    }

    @Override
    public int waiting() {
        requireLoop();
        return calls.size();
    }

    private void requireLoop() {
        if (!loop.inLoop()) {
            throw new IllegalStateException("A connection is used on its loop only.");
        }
    }

    @Override
    public boolean isOpen() {
        return loss.get() == null;
    }

    @Override
    public void close() {
        onClosed(new Loss(ErrorCode.DISCONNECTED, "The connection was closed on this side."));
    }

    /** Whoever comes first says why; what was read before is still handled before the end is. */
    @Override
    public void onClosed(Loss why) {
        if (loss.compareAndSet(null, why)) {
            channel.close();
            inbox.close();
            tryExecute(() -> end(why));
        }
    }

    private void end(Loss why) {
        try {
            listener.onClosing();
        } catch (RuntimeException e) {
            LOG.warn("A listener failed on the end of its connection.", e);
        }
        List<PendingCalls.Call> lost = calls.takeAll();
        lost.forEach(call -> call.future().completeExceptionally(why.forCall(call.method())));
        listener.onClosed(why.reason());
    }

    @Override
    public void onText(String text) {
        Incoming message;
        try {
            message = Incoming.parse(text);
        } catch (IOException e) {
            LOG.debug("Skipped a message of {} characters: {}", text.length(), e.getMessage());
            return;
        }
        int size = text.length();
        inbox.add(size);
        tryExecute(() -> {
            inbox.remove(size);
            handle(message);
        });
        awaitLoop();
    }

    /** The loop may be closed while we wait for it, with our messages dropped: asking it now and then tells. */
    private void awaitLoop() {
        try {
            while (!inbox.awaitRoom(LOOP_CHECK)) {
                tryExecute(() -> {});
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
        }
    }

    private void handle(Incoming message) {
        if (message.id().isPresent()) {
            onReply(message.id().getAsLong(), message);
        } else {
            String method = message.method().orElseThrow();
            WireLog.event(message.sessionId(), method);
            listener.onEvent(new Event(method, message.sessionId(), message.params()));
        }
    }

    private void onReply(long id, Incoming message) {
        WireLog.reply(id);
        Optional<PendingCalls.Call> call = calls.take(id);
        if (call.isPresent()) {
            answer(call.get(), id, message);
            return;
        }
        Optional<String> givenUp = calls.takeGivenUp(id);
        if (givenUp.isPresent()) {
            listener.onLateReply(givenUp.get(), late(id, message));
        } else {
            LOG.debug("Skipped a reply to #{}, which nobody sent.", id);
        }
    }

    private static Optional<CdpReply> late(long id, Incoming message) {
        return message.error().isPresent()
                ? Optional.empty()
                : Optional.of(new Reply(id, message.sessionId(), message.result()));
    }

    private static void answer(PendingCalls.Call call, long id, Incoming message) {
        if (message.error().isPresent()) {
            call.future()
                    .completeExceptionally(error(call.method(), message.error().get()));
        } else if (!message.result().startsWith("{")) {
            call.future()
                    .completeExceptionally(new CdpErrorException(0, "the result is not a JSON object", call.method()));
        } else {
            call.future().complete(new Reply(id, call.sessionId(), message.result()));
        }
    }

    private static CdpErrorException error(String method, String json) {
        Map<String, Object> error = json.startsWith("{") ? decodeError(json) : Map.of("message", json);
        int code = error.get("code") instanceof Long number ? number.intValue() : 0;
        String message = String.valueOf(error.get("message"));
        if (error.get("data") instanceof String data && !data.isBlank()) {
            message += ": " + data;
        }
        return new CdpErrorException(code, message, method);
    }

    /** Whatever it holds, its command waits for it. */
    private static Map<String, Object> decodeError(String json) {
        try {
            return Json.decode(json);
        } catch (CdpException e) {
            return Map.of("message", "an error that cannot be decoded");
        }
    }
}
