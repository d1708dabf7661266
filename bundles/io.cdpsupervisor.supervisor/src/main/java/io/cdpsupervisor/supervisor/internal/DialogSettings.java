package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.dialog.DialogPolicy;
import java.time.Duration;

/** What happens to dialogs that open from now on. Immutable. */
record DialogSettings(DialogPolicy policy, Duration timeout) {}
