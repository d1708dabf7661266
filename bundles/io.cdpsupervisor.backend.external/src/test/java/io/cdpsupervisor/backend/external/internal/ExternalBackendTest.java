package io.cdpsupervisor.backend.external.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.backend.BackendRequest;
import io.cdpsupervisor.api.backend.BackendSession;
import io.cdpsupervisor.api.backend.CdpEndpoint;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExternalBackendTest {

    private static final BackendRequest REQUEST = new BackendRequest("t", Optional.empty());

    @Test
    void theSlotsAreAskedInTheirOrder() {
        assertThat(address(Map.of("BROWSER_CDP_URL", "http://env", "BU_CDP_URL", "http://bu"), "http://conf"))
                .isEqualTo("http://bu");
        assertThat(address(Map.of("BROWSER_CDP_URL", " http://env "), "http://conf"))
                .isEqualTo("http://env");
        assertThat(address(Map.of("BROWSER_CDP_URL", ""), "http://conf")).isEqualTo("http://conf");
    }

    @Test
    void withoutAnAddressItRefusesAndSaysWhatToSet() {
        assertThat(new ExternalBackend(Map.of(), () -> " ").accepts(REQUEST)).satisfies(a -> {
            assertThat(a.accepted()).isFalse();
            assertThat(a.reason()).contains("browser.cdp_url", "BROWSER_CDP_URL");
        });
    }

    @Test
    void theIdOfItsSessionHoldsNoSecret() {
        BackendSession session =
                new ExternalBackend(Map.of(), () -> "ws://u:hunter2@127.0.0.1:9/x?token=abc").open(REQUEST);
        assertThat(session.id()).doesNotContain("hunter2").doesNotContain("abc").contains("127.0.0.1:9");
    }

    private static String address(Map<String, String> environment, String configured) {
        return new ExternalBackend(environment, () -> configured)
                .open(REQUEST)
                .cdpEndpoint()
                .map(CdpEndpoint::address)
                .orElseThrow();
    }
}
