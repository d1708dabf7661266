package io.cdpsupervisor.transport.internal;

/** An open line that carries texts both ways. Safe for any thread. */
interface Channel {

    /**
     * Queues a text; never blocks.
     *
     * @throws io.cdpsupervisor.api.cdp.CdpException {@code disconnected} or {@code message_too_large}
     */
    void send(String text);

    /** Ends the line without waiting for the peer. Idempotent. */
    void close();

    /** Hears the line, on its reader thread. */
    interface Receiver {

        /** A whole message; while this blocks nothing more is read. */
        void onText(String text);

        /** The line is over. May come more than once. */
        void onClosed(Loss loss);
    }
}
