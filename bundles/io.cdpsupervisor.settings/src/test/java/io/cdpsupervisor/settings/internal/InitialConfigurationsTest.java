package io.cdpsupervisor.settings.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InitialConfigurationsTest {

    @Test
    void pidsWithoutLinesAreEmpty() {
        var initial = new InitialConfigurations(List.of("a", "b"), "");

        assertThat(initial.pids()).containsExactly("a", "b");
        assertThat(initial.properties("a")).isEmpty();
    }

    @Test
    void valuesHaveTheTypeTheirKeyNames() {
        var initial = new InitialConfigurations(
                List.of("a"),
                "a|text\\:String=x \\u00e4 \\= y\nb|on\\:Boolean=true\nb|port\\:Integer=80\nb|big\\:Long=9\n");

        assertThat(initial.pids()).containsExactly("a", "b");
        assertThat(initial.properties("a")).containsEntry("text", "x ä = y");
        assertThat(initial.properties("b"))
                .containsEntry("on", true)
                .containsEntry("port", 80)
                .containsEntry("big", 9L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"key=value", "pid|key=value", "a:b|key=value"})
    void aLineWithoutPidOrTypeIsRefused(String line) {
        assertThatThrownBy(() -> new InitialConfigurations(List.of(), line.replace(":", "\\:")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pid|key:Type");
    }

    @Test
    void anUnknownTypeIsRefused() {
        assertThatThrownBy(() -> new InitialConfigurations(List.of(), "a|key\\:Colour=red"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'Colour'");
    }
}
