package io.cdpsupervisor.mcp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ToolsChangedNoticeTest {
    private final BlockingQueue<Long> sent = new LinkedBlockingQueue<>();
    private final ToolsChangedNotice notice = new ToolsChangedNotice(() -> sent.add(System.nanoTime()));

    @AfterEach
    void close() {
        notice.close();
    }

    @Test
    void aStormOfChangesBecomesOneNoticeASecondAndTheLastChangeIsNotLost() throws Exception {
        long end = System.nanoTime() + Duration.ofMillis(1500).toNanos();
        long last = 0;
        while (System.nanoTime() < end) {
            last = System.nanoTime();
            notice.changed();
        }

        Long at = sent.poll(30, TimeUnit.SECONDS);
        assertThat(at).as("the first notice").isNotNull();
        while (at < last) {
            Long next = sent.poll(30, TimeUnit.SECONDS);
            assertThat(next).as("a notice after the last change").isNotNull();
            assertThat(Duration.ofNanos(next - at)).isGreaterThanOrEqualTo(Duration.ofMillis(900));
            at = next;
        }
        assertThat(List.copyOf(sent)).as("notices without a change").isEmpty();
    }

    @Test
    void afterClosingNothingIsSent() {
        notice.close();
        notice.changed();

        assertThat(sent).isEmpty();
    }
}
