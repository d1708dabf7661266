package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.cdp.CdpReply;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The one way from a task to its browser. Confined to the loop. */
@FunctionalInterface
interface CommandSender {

    CompletableFuture<CdpReply> send(Optional<String> sessionId, String method, Map<String, ?> params);
}
