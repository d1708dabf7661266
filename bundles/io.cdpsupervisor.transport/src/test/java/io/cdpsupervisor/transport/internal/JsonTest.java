package io.cdpsupervisor.transport.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void numbersAreLongBigIntegerOrDouble() {
        Map<String, Object> decoded =
                Json.decode("{\"i\":1,\"l\":5000000000,\"b\":99999999999999999999,\"d\":1.0,\"e\":1e3}");
        assertThat(decoded)
                .containsEntry("i", 1L)
                .containsEntry("l", 5_000_000_000L)
                .containsEntry("b", new BigInteger("99999999999999999999"))
                .containsEntry("d", 1.0)
                .containsEntry("e", 1000.0);
    }

    @Test
    void orderStaysNullIsNullAndNothingCanBeChanged() {
        Map<String, Object> decoded = Json.decode("{\"z\":null,\"a\":[true,{\"x\":\"y\"}]}");
        assertThat(decoded.keySet()).containsExactly("z", "a");
        assertThat(decoded.get("z")).isNull();
        assertThat(decoded.get("a")).isEqualTo(Arrays.asList(true, Map.of("x", "y")));
        assertThatThrownBy(decoded::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(((List<?>) decoded.get("a"))::clear).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aHundredMegabytesInOneStringCanBeDecoded() {
        Map<String, Object> decoded = Json.decode("{\"v\":\"" + "y".repeat(100 << 20) + "\"}");
        assertThat((String) decoded.get("v")).hasSize(100 << 20);
    }

    @Test
    void whatIsNestedTooDeepIsRefusedAndDoesNotOverflowTheStack() {
        String deep = "{\"v\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
        assertThatThrownBy(() -> Json.decode(deep))
                .isInstanceOf(CdpException.class)
                .hasMessageContaining("2000");
    }

    @Test
    void aCommandIsWrittenWithEveryKindOfValue() {
        Map<String, Object> params = new java.util.LinkedHashMap<>();
        params.put("s", "a\"é\ud83d");
        params.put("n", null);
        params.put("l", List.of(1, 2L, 2.5, true));
        params.put("m", Map.of("k", new BigInteger("99999999999999999999")));
        assertThat(Json.command(3, Optional.of("S"), "Page.x", params))
                .isEqualTo(
                        "{\"id\":3,\"method\":\"Page.x\",\"sessionId\":\"S\",\"params\":{\"s\":\"a\\\"\\u00E9\\uD83D\","
                                + "\"n\":null,\"l\":[1,2,2.5,true],\"m\":{\"k\":99999999999999999999}}}");
        assertThat(Json.command(4, Optional.empty(), "Browser.x", Map.of()))
                .isEqualTo("{\"id\":4,\"method\":\"Browser.x\",\"params\":{}}");
    }

    @Test
    void valuesThatJsonDoesNotHaveAreNamed() {
        refuses(Map.of("v", new Object()), "java.lang.Object");
        refuses(Map.of("v", List.of(Double.NaN)), "NaN");
        Map<String, Object> circle = new HashMap<>();
        circle.put("v", circle);
        refuses(circle, "Page.x");
    }

    private static void refuses(Map<String, ?> params, String named) {
        assertThatThrownBy(() -> Json.command(1, Optional.empty(), "Page.x", params))
                .isInstanceOfSatisfying(
                        CdpException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining(named)
                .hasMessageContaining("Page.x");
    }
}
