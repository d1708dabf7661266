package io.cdpsupervisor.transport.internal;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Collection;

/** Bounds what waits to be written, when a browser does not read. Safe for any thread. */
final class Outbox {

    private static final long BOUND = 256L << 20;

    private final Collection<ByteBuffer> queue;
    /** Never too low: it starts anew when the queue is empty, and is counted exactly when it passes the bound. */
    private long estimate;

    /** @param queue what the writer has not taken yet */
    Outbox(Collection<ByteBuffer> queue) {
        this.queue = queue;
    }

    /** @throws CdpException {@code message_too_large}: the text must not be queued */
    synchronized void admit(long size) {
        estimate = queue.isEmpty() ? size : estimate + size;
        if (estimate > BOUND) {
            estimate = size + queue.stream().mapToLong(ByteBuffer::capacity).sum();
        }
        if (estimate > BOUND) {
            estimate -= size;
            throw new CdpException(
                    ErrorCode.MESSAGE_TOO_LARGE,
                    "The command was not sent: with it, more than " + megabytes(BOUND)
                            + " would wait for the browser to read. Send less at once.");
        }
    }

    static String megabytes(long bytes) {
        return bytes % (1 << 20) == 0 ? (bytes >> 20) + " MB" : bytes + " bytes";
    }
}
