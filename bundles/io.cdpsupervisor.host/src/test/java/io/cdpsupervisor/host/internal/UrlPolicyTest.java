package io.cdpsupervisor.host.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UrlPolicyTest {

    private final UrlPolicy policy = new UrlPolicy();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest/meta-data/",
                "https://169.254.169.254:80/",
                "http://169.254.170.2/",
                "http://[::ffff:169.254.169.254]/",
                "http://[fd00:ec2::254]/",
                "http://2852039166/",
                "http://0xa9fea9fe/",
                "http://0251.0376.0251.0376/",
                "http://169.254.43518/",
                "http:\\\\169.254.169.254\\",
                "http:169.254.169.254",
                "http://user:pw@169.254.169.254/",
                "http://metadata.google.internal/",
                "HTTP://METADATA.google.internal./",
                "http://100.100.100.200/",
                "view-source:http://169.254.169.254/",
                "view-source: view-source:http://169.254.169.254/",
                "http://169%2e254%2e169%2e254/",
                "http://%31%36%39.254.169.254/",
                "http://169.254.169\t.254/",
                "ht\ntp://169.254.169.254/",
                "\u0001 http://169.254.\r\n169.254/ \u001f",
                "http://169\u3002254\u3002169\u3002254/",
                "http://169%E3%80%82254.169.254/",
                "http://\uff11\uff16\uff19\uff0e254.169.254/",
                "http://169.254.169.25\ud83e\udff4/",
                "http://169.\u00ad254.169.254\udb40\udd00/",
                "http://0x\uff21\uff19FEA9FE/",
                "http://metadata%2egoogle.internal/",
                "http://METADATA\u3002google.internal:80/",
                "http://metada\u200bta.google.internal/",
                "http://user@metadata.google.internal@169.254.169.254/"
            })
    void metadataAddressesAreBlockedWhateverIsAllowed(String url) {
        assertThatThrownBy(() -> policy.check(url, true))
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.URL_BLOCKED))
                .hasMessageContaining("metadata");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:8080/",
                "http://localhost/",
                "http://10.1.2.3/",
                "http://192.168.0.1/",
                "http://172.16.0.1/",
                "http://100.64.0.1/",
                "http://[::1]/",
                "http://[fd12::1]/",
                "http://0.0.0.0/",
                "http://2130706433/"
            })
    void privateAddressesNeedTheSwitch(String url) {
        assertThatThrownBy(() -> policy.check(url, false))
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.URL_BLOCKED))
                .hasMessageContaining("browser.allow_private_urls");
        assertThatCode(() -> policy.check(url, true)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"about:blank", "data:text/html,x", "http://8.8.8.8/", "https://1.1.1.1/x?y#z"})
    void publicAddressesPass(String url) {
        assertThatCode(() -> policy.check(url, false)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "view-source:file:///etc/passwd", "javascript:alert(1)"})
    void otherSchemesAreNotOpened(String url) {
        assertThatThrownBy(() -> policy.check(url, true)).hasMessageContaining("scheme");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nothing",
                "http://",
                "http:///",
                ":x",
                "http://a b/",
                "http://a%20b/",
                "http://a%00b/",
                "http://a%b/",
                "http://169%252e254.169.254/",
                "http://169.254.169.254\uff0fx/",
                "http://x\uff20169.254.169.254/",
                "http://[fe80::1%25eth0]/",
                "http://%5B::1%5D/",
                "http://::1/",
                "http://host:port/",
                "http://\u200b/"
            })
    void whatIsNoAddressIsAnInvalidArgument(String url) {
        assertThatThrownBy(() -> policy.check(url, true))
                .isInstanceOfSatisfying(
                        BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }

    /** It is so long that no name server is asked. */
    @Test
    void aNameThatCannotBeResolvedIsLeftToABrowserThatMayOpenAnything() {
        String url = "http://" + "unresolvable-".repeat(4).concat("x.").repeat(6) + "invalid/";
        assertThatCode(() -> policy.check(url, true)).doesNotThrowAnyException();
        assertThatThrownBy(() -> policy.check(url, false)).hasMessageContaining("cannot be resolved");
    }

    @Test
    void hostsAreReadAsBrowsersReadThem() {
        assertThat(UrlHost.of("//user:p@ss@B\u00dccher.example.:8080/x@y")).isEqualTo("xn--bcher-kva.example");
        assertThat(UrlHost.of("//a_b+c.example")).isEqualTo("a_b+c.example");
        assertThat(UrlHost.of("//[::FFFF:1.2.3.4]:1")).isEqualTo("[::ffff:1.2.3.4]");
    }

    @Test
    void secretsOfAnAddressAreNotRepeated() {
        assertThatThrownBy(() -> policy.check("http://user:hunter2@127.0.0.1/?token=abc", false))
                .hasMessageNotContaining("hunter2")
                .hasMessageNotContaining("abc");
    }
}
