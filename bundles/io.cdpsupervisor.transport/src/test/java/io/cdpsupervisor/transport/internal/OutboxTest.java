package io.cdpsupervisor.transport.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private static final int HUGE = 100 << 20;

    private final Queue<ByteBuffer> queue = new ArrayDeque<>();
    private final Outbox outbox = new Outbox(queue);

    private void send(int size) {
        outbox.admit(size);
        queue.add(ByteBuffer.allocate(size));
    }

    @Test
    void whatABrowserDoesNotReadIsBounded() {
        send(HUGE);
        send(HUGE);
        assertThatThrownBy(() -> outbox.admit(HUGE))
                .isInstanceOfSatisfying(
                        CdpException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE))
                .hasMessageContaining("256 MB");
        outbox.admit(1_000);
    }

    @Test
    void whatWasWrittenMeanwhileIsCountedOff() {
        for (int i = 0; i < 20; i++) {
            send(HUGE);
            if (queue.size() > 1) {
                queue.remove();
            }
        }
        assertThat(queue).hasSize(1);
    }

    @Test
    void megabytesAreSaidWhenTheyAreWhole() {
        assertThat(Outbox.megabytes(100L << 20)).isEqualTo("100 MB");
        assertThat(Outbox.megabytes(1_000)).isEqualTo("1000 bytes");
    }
}
