package io.cdpsupervisor.boot.demo;

/** A step of the story did not hold; the message names the step and says why. Immutable. */
public final class StoryException extends Exception {

    private static final long serialVersionUID = 1;

    StoryException(String step, String reason, Throwable cause) {
        super("The step '" + step + "' did not hold: " + reason, cause);
    }
}
