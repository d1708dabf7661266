package io.cdpsupervisor.transport.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

    @ParameterizedTest
    @CsvSource({
        "http://h:9222,                        h,          9222, true",
        "http://h:9222/,                       h,          9222, true",
        "http://h:9222/json/version,           h,          9222, true",
        "https://h,                            h,          443,  true",
        "' http://h '  ,                       h,          80,   true",
        "HTTP://my_chrome:9222,                my_chrome,  9222, true",
        "ws://h:9222,                          h,          9222, true",
        "ws://h:9222/,                         h,          9222, true",
        "ws://[::1]:9222,                      ::1,        9222, true",
        "http://[fe80::1]:9222,                fe80::1,    9222, true",
        "ws://h:9222/devtools/browser/x,       h,          9222, false",
        "http://h:9222/devtools/browser/x,     h,          9222, false",
        "ws://h:9222/some/path,                h,          9222, false",
        "ws://h:9222?token=x,                  h,          9222, false",
        "wss://connect.example?apiKey=x,       connect.example, 443, false",
        "wss://u:p@connect.example/x,          connect.example, 443, false",
    })
    void isSplitIntoItsParts(String text, String host, int port, boolean needsDiscovery) {
        Address address = Address.parse(text);
        assertThat(address.host()).isEqualTo(host);
        assertThat(address.port()).isEqualTo(port);
        assertThat(address.needsDiscovery()).isEqualTo(needsDiscovery);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "9222",
                "localhost:9222",
                "ftp://h:21",
                "file:///etc/passwd",
                "http://",
                "http://:9222",
                "http://h:0",
                "http://h:65536",
                "http://h:port",
                "http://h:",
                "http://h:9222/a b",
                "ws://u:SECRET@h:99999/x?token=SECRET",
                "wsx://u:SECRET@h/x?token=SECRET"
            })
    void whatCannotBeAnAddressIsRefusedWithoutItsSecrets(String text) {
        assertThatThrownBy(() -> Address.parse(text))
                .isInstanceOfSatisfying(
                        CdpException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("cannot be a CDP address")
                .hasMessageContaining("http://host:port")
                .message()
                .doesNotContain("SECRET");
    }

    @Test
    void itsTextFormHidesUserAndQuery() {
        Address address = Address.parse("wss://u:SECRET@h/x?token=SECRET");
        assertThat(address).hasToString("wss://h:443/x?***");
        assertThat(address.authorization()).contains("Basic dTpTRUNSRVQ=");
    }

    @Test
    void ipv6GetsItsBracketsBack() {
        assertThat(Address.authority("::1", 9222)).isEqualTo("[::1]:9222");
        assertThat(Address.authority("127.0.0.1", 9222)).isEqualTo("127.0.0.1:9222");
    }
}
