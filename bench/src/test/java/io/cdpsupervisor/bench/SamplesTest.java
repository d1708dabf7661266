package io.cdpsupervisor.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SamplesTest {

    private static Samples ofMillis(long... millis) {
        Samples samples = new Samples("test");
        for (long duration : millis) {
            samples.add(duration * 1_000_000);
        }
        return samples;
    }

    @Test
    void medianOfAnOddNumberIsTheOneInTheMiddle() {
        assertThat(ofMillis(900, 1, 5).median()).isEqualTo(5.0);
    }

    @Test
    void medianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
        assertThat(ofMillis(900, 6, 1, 5).median()).isEqualTo(5.5);
    }

    @Test
    void minimumIsTheSmallestWhereverItStands() {
        assertThat(ofMillis(9, 3, 7).minimum()).isEqualTo(3.0);
    }

    @Test
    void percentileIsTheLongestOfThatManyInAHundred() {
        assertThat(ofMillis(4, 1, 3, 2).percentile(50)).isEqualTo(2.0);
        assertThat(ofMillis(4, 1, 3, 2).percentile(51)).isEqualTo(3.0);
        assertThat(ofMillis(4, 1, 3, 2).percentile(99)).isEqualTo(4.0);
        assertThat(ofMillis(4, 1, 3, 2).maximum()).isEqualTo(4.0);
        assertThat(ofMillis(LongStream.rangeClosed(1, 300).toArray()).percentile(99))
                .as("the last three of 300 may be longer")
                .isEqualTo(297.0);
    }

    @Test
    void nothingMeasuredHasNoMedian() {
        assertThatIllegalStateException().isThrownBy(() -> ofMillis().median()).withMessageContaining("test");
    }

    @Test
    void aStepIsMeasuredAtLeastAsLongAsItTakes() throws Exception {
        Samples samples = new Samples("test");
        samples.time(() -> {
            long end = System.nanoTime() + 2_000_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        });
        assertThat(samples.minimum()).isGreaterThanOrEqualTo(2.0);
    }

    @Test
    void aFigureSurvivesBeingALineOfText() {
        Figure figure = Figure.ratio("start", ofMillis(10, 30, 1000), ofMillis(7, 1, 90), 1.25);
        assertThat(Figure.ofLine(figure.line())).isEqualTo(figure);
    }

    @Test
    void aRatioComparesMediansAndMeetsItsTargetUpToTheTargetItself() {
        Figure figure = Figure.ratio("start", ofMillis(10, 30, 1000), ofMillis(10, 1, 90), 3);
        assertThat(figure.value()).isEqualTo(3.0);
        assertThat(figure.met()).as("exactly the target").isTrue();
        assertThat(Figure.ratio("start", ofMillis(31), ofMillis(10), 3).met())
                .as("over it")
                .isFalse();
    }
}
