package io.cdpsupervisor.testkit;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.testkit.internal.TestJson;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpEvent;
import io.cdpsupervisor.transport.CdpListener;
import io.cdpsupervisor.transport.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A connection without a socket: it keeps what was sent, and the test answers. Answers, events and the end are queued
 * on the loop, as on a real connection; with a {@link ManualLoop} they happen when the test runs it. Used on its loop
 * by the code under test; the other methods are for the test's thread.
 */
public final class FakeConnection implements CdpConnection {

    /**
     * A command as it was sent.
     *
     * @param params a copy with the types that come over the wire
     */
    public record Sent(long id, Optional<String> sessionId, String method, Map<String, Object> params) {}

    private record Call(Sent sent, CompletableFuture<CdpReply> future) {}

    private final EventLoop loop;
    private final CdpListener listener;
    private final List<Sent> sent = new CopyOnWriteArrayList<>();
    /** Sent and not answered, given up or not. */
    private final List<Call> unanswered = new CopyOnWriteArrayList<>();

    private volatile Optional<String> closedBecause = Optional.empty();

    public FakeConnection(EventLoop loop, CdpListener listener) {
        this.loop = loop;
        this.listener = listener;
    }

    @Override
    public CompletableFuture<CdpReply> send(Optional<String> sessionId, String method, Map<String, ?> params) {
        requireLoop();
        if (closedBecause.isPresent()) {
            return CompletableFuture.failedFuture(lost(method, closedBecause.get()));
        }
        Call call = new Call(
                new Sent(sent.size() + 1L, sessionId, method, TestJson.copy(params)), new CompletableFuture<>());
        sent.add(call.sent());
        unanswered.add(call);
        return call.future();
    }

    @Override
    public void failSession(String sessionId, RuntimeException cause) {
        requireLoop();
        for (Call call : unanswered) {
            if (call.sent().sessionId().filter(sessionId::equals).isPresent()) {
                call.future().completeExceptionally(cause);
            }
        }
    }

    @Override
    public int waiting() {
        requireLoop();
        return (int) unanswered.stream().filter(call -> !call.future().isDone()).count();
    }

    private void requireLoop() {
        if (!loop.inLoop()) {
            throw new IllegalStateException("A connection is used on its loop only.");
        }
    }

    @Override
    public boolean isOpen() {
        return closedBecause.isEmpty();
    }

    @Override
    public void close() {
        drop("The connection was closed on this side.");
    }

    /** Loses the connection, as when the browser dies: every waiter fails, then the listener hears the reason. */
    public synchronized void drop(String reason) {
        if (closedBecause.isPresent()) {
            return;
        }
        closedBecause = Optional.of(reason);
        loop.execute(() -> {
            listener.onClosing();
            List<Call> calls = new ArrayList<>(unanswered);
            unanswered.clear();
            calls.forEach(
                    call -> call.future().completeExceptionally(lost(call.sent().method(), reason)));
            listener.onClosed(reason);
        });
    }

    private static CdpException lost(String method, String reason) {
        return new CdpException(ErrorCode.DISCONNECTED, method + " got no reply. " + reason);
    }

    /** Everything that was sent, in order. */
    public List<Sent> sent() {
        return List.copyOf(sent);
    }

    /** What was sent with this method, in order. */
    public List<Sent> sent(String method) {
        return sent.stream().filter(s -> s.method().equals(method)).toList();
    }

    /**
     * Answers the oldest unanswered command of this method; when the waiter gave up, it is a late reply.
     *
     * @return the command
     * @throws AssertionError there is none; the message lists what waits
     */
    public Sent answer(String method, Map<String, ?> result) {
        Call call = take(method);
        String json = TestJson.write(result);
        CdpReply reply = new FakeReply(call.sent().id(), call.sent().sessionId(), json, TestJson.read(json));
        loop.execute(() -> {
            if (!call.future().complete(reply)) {
                listener.onLateReply(method, Optional.of(reply));
            }
        });
        return call.sent();
    }

    /**
     * Answers the oldest unanswered command of this method with an error.
     *
     * @return the command
     * @throws AssertionError there is none; the message lists what waits
     */
    public Sent answerError(String method, int code, String message) {
        Call call = take(method);
        loop.execute(() -> {
            if (!call.future().completeExceptionally(new CdpErrorException(code, message, method))) {
                listener.onLateReply(method, Optional.empty());
            }
        });
        return call.sent();
    }

    private Call take(String method) {
        for (Call call : unanswered) {
            if (call.sent().method().equals(method)) {
                unanswered.remove(call);
                return call;
            }
        }
        throw new AssertionError("No " + method + " waits for an answer; these do: "
                + unanswered.stream().map(call -> call.sent().method()).toList());
    }

    /** Sends an event of the browser itself. */
    public void emit(String method, Map<String, ?> params) {
        emit(new FakeEvent(method, Optional.empty(), TestJson.copy(params)));
    }

    /** Sends an event of a session. */
    public void emit(String sessionId, String method, Map<String, ?> params) {
        emit(new FakeEvent(method, Optional.of(sessionId), TestJson.copy(params)));
    }

    private void emit(CdpEvent event) {
        loop.execute(() -> listener.onEvent(event));
    }

    private record FakeReply(long id, Optional<String> sessionId, String json, Map<String, Object> result)
            implements CdpReply {}

    private record FakeEvent(String method, Optional<String> sessionId, Map<String, Object> params)
            implements CdpEvent {}
}
