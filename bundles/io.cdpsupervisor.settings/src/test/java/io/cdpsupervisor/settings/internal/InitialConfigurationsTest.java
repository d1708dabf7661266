package io.cdpsupervisor.settings.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

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
                List.of("a"), "a|text=x \\u00e4 \\= y\nb|on\\:Boolean=true\nb|port\\:Integer=80\nb|big\\:Long=9\n");

        assertThat(initial.pids()).containsExactly("a", "b");
        assertThat(initial.properties("a")).containsEntry("text", "x ä = y");
        assertThat(initial.properties("b"))
                .containsEntry("on", true)
                .containsEntry("port", 80)
                .containsEntry("big", 9L);
    }

    @Test
    void aLineWithoutPidIsRefused() {
        assertThatThrownBy(() -> new InitialConfigurations(List.of(), "key=value"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'key'");
    }

    @Test
    void anUnknownTypeIsRefused() {
        assertThatThrownBy(() -> new InitialConfigurations(List.of(), "a|key\\:Colour=red"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'Colour'");
    }
}
