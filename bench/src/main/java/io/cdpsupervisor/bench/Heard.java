package io.cdpsupervisor.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What the other side has said, in order. Safe for any thread. */
final class Heard {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

    void add(String message) {
        messages.add(message);
    }

    /** Blocks, for two minutes at most, until a message is here that is meant; those before it are dropped. */
    String await(Predicate<String> meant) throws IOException, InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        String message = messages.poll(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        while (message != null && !meant.test(message)) {
            message = messages.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
        if (message == null) {
            throw new IOException("No answer within " + LIMIT.toSeconds() + " s; standard error may say why.");
        }
        return message;
    }
}
