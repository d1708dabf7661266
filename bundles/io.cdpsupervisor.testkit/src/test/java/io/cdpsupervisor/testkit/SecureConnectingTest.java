package io.cdpsupervisor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.error.ErrorCode;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Browsers behind TLS, for a Java that trusts one authority. */
class SecureConnectingTest {

    private static final String LOCAL = "dns:localhost,ip:127.0.0.1";

    @TempDir
    private static Path folder;

    private static SSLContext before;
    private static Certificates authority;
    private static SSLContext good;

    private FakeBrowser browser;

    @BeforeAll
    static void trustOne() throws NoSuchAlgorithmException {
        before = SSLContext.getDefault();
        authority = new Certificates(folder);
        good = authority.certificate(LOCAL);
        SSLContext.setDefault(authority.trust());
    }

    @AfterAll
    static void trustAsBefore() {
        SSLContext.setDefault(before);
    }

    @AfterEach
    void close() {
        browser.close();
    }

    private CdpEndpoint at(String address) {
        return new CdpEndpoint(address.replace("PORT", String.valueOf(browser.port())));
    }

    @Nested
    class ACertificateThatIsTrusted {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "https://127.0.0.1:PORT",
                    "https://localhost:PORT",
                    "wss://localhost:PORT",
                    "wss://127.0.0.1:PORT/devtools/browser/0f4e-fake",
                    "https://localhost:PORT/devtools/browser/0f4e-fake"
                })
        void connectsHoweverTheAddressIsWritten(String address) {
            browser = FakeBrowser.startSecure(good);
            try (Client client = new Client(at(address))) {
                assertThat(client.call("Browser.getVersion", Map.of()).result()).containsEntry("product", "Fake/1.0");
                String host = address.contains("localhost") ? "localhost" : "127.0.0.1";
                assertThat(browser.upgradeHeader("Host")).contains(host + ":" + browser.port());
                assertThat(browser.upgradeHeader("Origin")).isEmpty();
            }
        }

        @Test
        void carriesAMegabyteEachWay() {
            browser = FakeBrowser.startSecure(good);
            browser.on("Echo.it", command -> command.reply(command.params()));
            try (Client client = new Client(browser.endpoint())) {
                Map<String, Object> huge = Map.of("v", "y".repeat(1 << 20));
                assertThat(client.call("Echo.it", huge).result()).isEqualTo(huge);
            }
        }

        @Test
        void isNoReasonToWaitWhenEitherSideEnds() {
            browser = FakeBrowser.startSecure(good);
            browser.ignore("Never.it");
            try (Client left = new Client(browser.endpoint());
                    Client leaving = new Client(browser.endpoint())) {
                CompletableFuture<CdpReply> dropped = left.send("Never.it", Map.of());
                CompletableFuture<CdpReply> closed = leaving.send("Never.it", Map.of());
                leaving.connection.close();
                assertThat(Client.failure(closed).code()).isEqualTo(ErrorCode.DISCONNECTED);
                Await.until("the browser sees it go", () -> browser.clients() == 1);
                browser.drop();
                assertThat(Client.failure(dropped).code()).isEqualTo(ErrorCode.DISCONNECTED);
            }
        }
    }

    @Nested
    class IsRefusedInOneSentenceWithoutSecrets {

        private void assertRefused(String told) {
            for (String address : new String[] {
                "wss://u:SECRET@127.0.0.1:PORT/devtools/browser/0f4e-fake?token=SECRET",
                "https://u:SECRET@127.0.0.1:PORT?token=SECRET"
            }) {
                CdpException refusal = Client.refusal(at(address), Client.PATIENCE);
                assertThat(refusal.code()).isEqualTo(ErrorCode.DISCONNECTED);
                assertThat(refusal)
                        .hasMessageContaining("127.0.0.1:" + browser.port())
                        .hasMessageContaining(told)
                        .hasNoCause()
                        .message()
                        .doesNotContain("SECRET", "sun.", "javax.net.ssl.SSL", "PKIX", "\n");
            }
        }

        @Test
        void aCertificateOfNobodyThatIsTrusted() {
            browser = FakeBrowser.startSecure(new Certificates(folder).trust());
            assertRefused("this Java does not trust its certificate; javax.net.ssl.trustStore names those it trusts");
        }

        @Test
        void aCertificateForAnotherName() {
            browser = FakeBrowser.startSecure(authority.certificate("dns:other.example"));
            assertRefused("its certificate is for another name");
        }

        @Test
        void aCertificateThatHasExpired() {
            browser = FakeBrowser.startSecure(authority.certificate(LOCAL, "-startdate", "-9d", "-validity", "2"));
            assertRefused("its certificate has expired");
        }

        @Test
        void aCertificateThatIsNotValidYet() {
            browser = FakeBrowser.startSecure(authority.certificate(LOCAL, "-startdate", "+9d"));
            assertRefused("its certificate is not valid yet");
        }

        @Test
        void aBrowserWithoutTls() {
            browser = FakeBrowser.start();
            assertRefused("it hung up on the TLS handshake, as a browser without TLS does; use ws:// or http://");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws://127.0.0.1:PORT/devtools/browser/0f4e-fake", "http://127.0.0.1:PORT"})
    void aBrowserBehindTlsThatIsAskedWithoutItIsNotWaitedFor(String address) {
        browser = FakeBrowser.startSecure(good);
        assertThat(Client.refusal(at(address), Client.PATIENCE).code()).isEqualTo(ErrorCode.DISCONNECTED);
    }
}
