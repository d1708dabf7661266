package io.cdpsupervisor.mcp.internal;

/**
 * What the agent sent up to a line feed. Its bytes are not copied; nobody writes to them.
 *
 * @param bytes without the line feed; empty when the line was too long to keep
 */
record Line(byte[] bytes, boolean tooLong) {

    /** There will be no more lines. */
    static final Line END = new Line(new byte[0], false);
}
