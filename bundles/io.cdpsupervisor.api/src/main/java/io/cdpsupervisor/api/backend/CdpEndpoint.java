package io.cdpsupervisor.api.backend;

import io.cdpsupervisor.api.redact.Redactor;
import java.util.Objects;

/**
 * Address of a CDP endpoint: {@code http(s)://host:port} for discovery, or {@code ws(s)://…}. It may hold secrets, so
 * its text form is redacted. Immutable.
 *
 * @param address the raw address, for the dial only
 */
public record CdpEndpoint(String address) {
    public CdpEndpoint {
        Objects.requireNonNull(address);
    }

    /** Query and user info masked. */
    @Override
    public String toString() {
        return Redactor.address(address);
    }
}
