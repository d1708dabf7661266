package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/a?b#c",
                "HTTP://EXAMPLE.COM",
                "about:blank",
                "data:text/html,<p>a b",
                "file:///tmp/x.html",
                "chrome://version/",
                "view-source:https://a.test/"
            })
    void absoluteAddressStaysAsItIs(String url) {
        assertThat(Address.of(url)).isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource({
        "example.com, http://example.com",
        "' example.com/a?b ', http://example.com/a?b",
        "localhost, http://localhost",
        "localhost:3000, http://localhost:3000",
        "127.0.0.1:8080/x, http://127.0.0.1:8080/x",
        "'[::1]:8080', 'http://[::1]:8080'",
        "münchen.example, http://münchen.example"
    })
    void whatLooksLikeAHostGetsAScheme(String given, String url) {
        assertThat(Address.of(given)).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "hello", "two words", "/path", "mailto:a@b.c", "http://", "example.com:port"})
    void anythingElseIsRefusedWithASentence(String given) {
        assertThatThrownBy(() -> Address.of(given))
                .isInstanceOf(BrowserException.class)
                .hasMessageContaining("url '" + given.strip() + "' is no address")
                .extracting(e -> ((BrowserException) e).code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
}
