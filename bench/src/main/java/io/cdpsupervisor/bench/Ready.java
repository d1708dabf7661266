package io.cdpsupervisor.bench;

/** The one component of the empty start: says on standard output that it lives. Made by the component runtime only. */
public final class Ready {

    /** What it says. */
    static final String WORD = "ready";

    /** The component is activated. */
    public Ready() {
        System.out.println(WORD);
    }
}
