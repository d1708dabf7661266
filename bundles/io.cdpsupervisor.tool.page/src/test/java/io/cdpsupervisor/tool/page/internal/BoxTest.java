package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The box models are what Chromium 156 answered for an iframe of 400 × 300 with a border of 7 and a padding of 5. */
class BoxTest {

    private static final Box BUTTON = new Box(50, 130, 120, 40);

    @Test
    void goesAroundAllLinesOfAnElement() {
        assertThat(Box.around(List.of(
                        List.of(50L, 10L, 90L, 10L, 90L, 20.5, 50L, 20.5),
                        List.of(0L, 20L, 30L, 20L, 30L, 30L, 0L, 30L))))
                .isEqualTo(new Box(0, 10, 90, 20));
    }

    @Test
    void elementWithoutAnyLineIsEmpty() {
        assertThat(Box.around(List.of()).isEmpty()).isTrue();
    }

    @Test
    void frameIsShownAsLargeAsItIs() {
        JsonObject owner =
                owner(List.of(42, 80, 442, 80, 442, 380, 42, 380), List.of(30, 68, 454, 68, 454, 392, 30, 392));
        assertThat(BUTTON.throughFrame(owner)).isEqualTo(new Box(92, 210, 120, 40));
    }

    @Test
    void frameIsShownAtHalfItsSize() {
        JsonObject owner =
                owner(List.of(36, 177, 236, 177, 236, 327, 36, 327), List.of(30, 171, 242, 171, 242, 333, 30, 333));
        assertThat(BUTTON.throughFrame(owner)).isEqualTo(new Box(61, 242, 60, 20));
    }

    @Test
    void frameIsShownTurnedByAQuarter() {
        JsonObject owner =
                owner(List.of(380, 42, 380, 442, 80, 442, 80, 42), List.of(392, 30, 392, 454, 68, 454, 68, 30));
        assertThat(BUTTON.throughFrame(owner)).isEqualTo(new Box(210, 92, 40, 120));
    }

    @Test
    void apartFromTheOtherNothingIsLeftOfIt() {
        assertThat(BUTTON.within(new Box(0, 0, 100, 150))).isEqualTo(new Box(50, 130, 50, 20));
        assertThat(BUTTON.within(new Box(300, 0, 100, 150)).isEmpty()).isTrue();
    }

    private static JsonObject owner(List<Integer> content, List<Integer> border) {
        return JsonObject.of(Map.of("content", content, "border", border, "width", 424, "height", 324));
    }
}
