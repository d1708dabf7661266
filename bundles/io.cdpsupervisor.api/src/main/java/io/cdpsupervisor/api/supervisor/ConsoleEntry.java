package io.cdpsupervisor.api.supervisor;

import java.time.Instant;

/**
 * A line of the page's console. Immutable.
 *
 * @param level {@code log}, {@code warning}, {@code error} or {@code exception}
 * @param text at most 10,240 characters, secrets masked
 */
public record ConsoleEntry(Instant at, String level, String text, String url) {}
