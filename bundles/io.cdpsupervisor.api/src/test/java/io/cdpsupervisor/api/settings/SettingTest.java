package io.cdpsupervisor.api.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTest {

    private final Setting timeout = Setting.of("browser.command_timeout").orElseThrow();

    @ParameterizedTest
    @ValueSource(strings = {"0", "", "-1", "1.5", "soon", "1000000000", "999999999999", "99999999999999999999"})
    void whatIsNoLegalNumberIsRefusedWithWhatIs(String value) {
        assertThatThrownBy(() -> timeout.parse(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("browser.command_timeout cannot be '" + value
                        + "': it must be a whole number from 1 to 999999999.");
    }

    @Test
    void theLargestNumberOverflowsNoArithmetic() {
        long largest = (Long) timeout.parse("999999999");
        assertThatCode(() -> Duration.ofSeconds(largest).plusSeconds(1).toNanos())
                .doesNotThrowAnyException();
        assertThatCode(() -> Math.multiplyExact(largest, 1024L * 1024)).doesNotThrowAnyException();
    }

    @Test
    void everyDefaultIsLegal() {
        assertThat(Setting.ALL)
                .allSatisfy(setting -> assertThatCode(setting::defaultTyped).doesNotThrowAnyException());
    }
}
