package io.cdpsupervisor.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class PageClockTest {

    private static final long ZERO = System.nanoTime() - 5_000_000_000L;

    /** A page that answers and does nothing else. */
    private record Answering(Supplier<String> answer) implements WatchedPage {
        @Override
        public void start(String expression) {
            assertThat(expression).isEqualTo(PageClock.NOW);
        }

        @Override
        public String finish() {
            return answer.get();
        }

        @Override
        public String awaitDialog() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void accept() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void awaitConsole(String text) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void aMomentOfThePageIsFoundOnOurClock() throws Exception {
        WatchedPage page = new Answering(
                () -> "{\"result\":{\"type\":\"number\",\"value\":" + (System.nanoTime() - ZERO) / 1e6 + "}}");

        PageClock clock = PageClock.of(page);

        assertThat(clock.zero()).isCloseTo(ZERO, within(1_000_000L));
        assertThat(clock.nanoTime("1500.25")).isEqualTo(clock.zero() + 1_500_250_000L);
    }

    @Test
    void aPageThatDoesNotTellItsTimeIsAnError() {
        WatchedPage page = new Answering(() -> "{\"result\":{\"type\":\"undefined\"}}");

        assertThatIOException().isThrownBy(() -> PageClock.of(page)).withMessageContaining("undefined");
    }
}
