package io.cdpsupervisor.api.dialog;

import java.time.Instant;

/**
 * A dialog that is over. Immutable.
 *
 * @param dialog as it was while it was open
 * @param closedAt wall-clock time at which its end was seen
 */
public record ClosedDialog(PendingDialog dialog, Instant closedAt, ClosedBy closedBy) {}
