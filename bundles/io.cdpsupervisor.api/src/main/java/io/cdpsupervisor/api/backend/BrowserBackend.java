package io.cdpsupervisor.api.backend;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A source of browsers, published as a service by a bundle of its own, so that it can be stopped and replaced while
 * agents work. Safe for any thread.
 */
@ConsumerType
public interface BrowserBackend {

    /** The word in {@code page.backend}, such as {@code local}. */
    String name();

    /**
     * Whether this source serves the request as things are configured now. Cheap: no network, no process. The sentence
     * of a refusal is shown to the agent when no source could serve it.
     */
    Acceptance accepts(BackendRequest request);

    /**
     * Opens a browser, or joins one. Blocks; the caller closes the session.
     *
     * @throws io.cdpsupervisor.api.error.BrowserException it cannot be had; nothing is left running
     */
    BackendSession open(BackendRequest request);

    /**
     * Yes, or no with a reason.
     *
     * @param reason empty when accepted
     */
    record Acceptance(boolean accepted, String reason) {
        public static final Acceptance YES = new Acceptance(true, "");

        public static Acceptance no(String reason) {
            return new Acceptance(false, reason);
        }
    }
}
