package io.cdpsupervisor.transport.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncomingTest {

    @Test
    void aReplyKeepsItsResultAsTheTextThatCame() throws Exception {
        Incoming reply =
                Incoming.parse("{\"result\" : {\"b\": [1, {}],\"a\":\"\\u00e9}\"} , \"id\":7,\"sessionId\":\"S\"}");
        assertThat(reply.id()).hasValue(7);
        assertThat(reply.sessionId()).contains("S");
        assertThat(reply.result()).isEqualTo("{\"b\": [1, {}],\"a\":\"\\u00e9}\"}");
        assertThat(reply.error()).isEmpty();
    }

    @Test
    void anEventKeepsItsParamsAsTheTextThatCame() throws Exception {
        Incoming event = Incoming.parse("{\"method\":\"Page.x\",\"params\":{\"n\":1.0},\"extra\":[{}]}");
        assertThat(event.id()).isEmpty();
        assertThat(event.method()).contains("Page.x");
        assertThat(event.sessionId()).isEmpty();
        assertThat(event.params()).isEqualTo("{\"n\":1.0}");
    }

    @Test
    void whatIsMissingIsAnEmptyObject() throws Exception {
        assertThat(Incoming.parse("{\"method\":\"Page.x\"}").params()).isEqualTo("{}");
        assertThat(Incoming.parse("{\"id\":1}").result()).isEqualTo("{}");
        assertThat(Incoming.parse("{\"id\":1,\"result\":null}").result()).isEqualTo("{}");
    }

    @Test
    void anErrorIsKeptWhateverItsShape() throws Exception {
        assertThat(Incoming.parse("{\"id\":1,\"error\":{\"code\":-3}}").error()).contains("{\"code\":-3}");
        assertThat(Incoming.parse("{\"id\":1,\"error\":\"no\"}").error()).contains("\"no\"");
    }

    @Test
    void longTextsAndDeepOnesAreNoTrouble() throws Exception {
        String text = "\"" + "y".repeat(30 << 20) + "\"";
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        Incoming reply = Incoming.parse("{\"id\":1,\"result\":{\"v\":" + text + ",\"d\":" + deep + "}}");
        assertThat(reply.result()).hasSize(text.length() + deep.length() + "{\"v\":,\"d\":}".length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "[1]",
                "7",
                "null",
                "{}",
                "{\"id\":\"7\"}",
                "{\"id\":1.5}",
                "{\"id\":99999999999999999999}",
                "{\"method\":5}",
                "{\"method\":\"M\",\"params\":null}",
                "{\"method\":\"M\",\"params\":[1]}",
                "{\"method\":\"M\",\"sessionId\":null}",
                "{\"id\":1,\"result\":{\"a\":",
                "{\"id\":1} {\"id\":2}"
            })
    void whatIsNoMessageIsRefused(String text) {
        assertThatThrownBy(() -> Incoming.parse(text)).isInstanceOf(IOException.class);
    }
}
