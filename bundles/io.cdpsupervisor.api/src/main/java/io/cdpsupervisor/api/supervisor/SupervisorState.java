package io.cdpsupervisor.api.supervisor;

/** Life of a supervisor. Immutable. */
public enum SupervisorState {
    CONNECTING,
    ATTACHED,
    RECONNECTING,
    ENDED
}
