package io.cdpsupervisor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.transport.EventLoop.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class ManualLoopTest {

    private final ManualLoop loop = new ManualLoop();
    private final List<String> ran = new ArrayList<>();

    @Test
    void nothingRunsUntilSomebodyRunsIt() {
        loop.execute(() -> ran.add("a"));
        assertThat(ran).isEmpty();
        loop.runAll();
        assertThat(ran).containsExactly("a");
    }

    @Test
    void whatATaskQueuesRunsToo() {
        loop.execute(() -> loop.execute(() -> ran.add("inner")));
        loop.runAll();
        assertThat(ran).containsExactly("inner");
    }

    @Test
    void theTestIsInTheLoopOnlyWhileATaskRuns() {
        assertThat(loop.inLoop()).isFalse();
        loop.step(() -> ran.add(String.valueOf(loop.inLoop())));
        assertThat(ran).containsExactly("true");
        assertThat(loop.inLoop()).isFalse();
    }

    @Test
    void timersRunAtTheirTimeAndOnlyWhenTheClockMoves() {
        loop.schedule(Duration.ofSeconds(2), () -> ran.add("two at " + Duration.ofNanos(loop.nanoTime())));
        loop.schedule(Duration.ofSeconds(1), () -> {
            ran.add("one at " + Duration.ofNanos(loop.nanoTime()));
            loop.schedule(Duration.ofMillis(500), () -> ran.add("between"));
        });
        loop.runAll();
        assertThat(ran).isEmpty();
        loop.advance(Duration.ofSeconds(10));
        assertThat(ran).containsExactly("one at PT1S", "between", "two at PT2S");
        assertThat(Duration.ofNanos(loop.nanoTime())).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aCancelledTimerNeverRunsAndIsForgotten() {
        Timer timer = loop.schedule(Duration.ofSeconds(1), () -> ran.add("never"));
        timer.cancel();
        assertThat(loop.timers()).isZero();
        loop.advance(Duration.ofSeconds(2));
        assertThat(ran).isEmpty();
    }

    @Test
    void whatATaskThrowsComesOut() {
        loop.execute(() -> {
            throw new IllegalStateException("broken");
        });
        loop.execute(() -> ran.add("next"));
        assertThatThrownBy(loop::runAll).hasMessage("broken");
        loop.runAll();
        assertThat(ran).containsExactly("next");
    }

    @Test
    void aClosedLoopRefusesTasks() {
        loop.schedule(Duration.ZERO, () -> ran.add("dropped"));
        loop.close();
        loop.advance(Duration.ofSeconds(1));
        assertThat(loop.isClosed()).isTrue();
        assertThat(ran).isEmpty();
        assertThatThrownBy(() -> loop.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }
}
