package io.cdpsupervisor.boot;

/** The host cannot start, for a reason that its one sentence tells the operator. Immutable. */
final class BootException extends RuntimeException {

    private static final long serialVersionUID = 1;

    BootException(String sentence) {
        super(sentence);
    }

    BootException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
