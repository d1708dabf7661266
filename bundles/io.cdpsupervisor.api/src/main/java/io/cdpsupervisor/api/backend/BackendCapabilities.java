package io.cdpsupervisor.api.backend;

/**
 * What a backend's browsers can do. Immutable.
 *
 * @param dialogs how JavaScript dialogs reach us
 * @param frames whether cross-origin frames can be reached
 * @param screenshots whether the engine draws
 * @param launchedHere whether we launched the browser on this machine, so that it may open loopback and private pages
 */
public record BackendCapabilities(Dialogs dialogs, boolean frames, boolean screenshots, boolean launchedHere) {

    /** How dialogs reach us; the lower-case name is {@code page.dialogs}. */
    public enum Dialogs {
        NATIVE,
        BRIDGED,
        NONE
    }
}
