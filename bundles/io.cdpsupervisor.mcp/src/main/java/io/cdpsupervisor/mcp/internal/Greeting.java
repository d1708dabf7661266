package io.cdpsupervisor.mcp.internal;

import io.modelcontextprotocol.server.McpInitRequestHandler;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.util.List;
import reactor.core.publisher.Mono;

/** What the agent is told on {@code initialize}. Immutable. */
final class Greeting implements McpInitRequestHandler {
    private static final List<String> VERSIONS = List.of(
            ProtocolVersions.MCP_2024_11_05,
            ProtocolVersions.MCP_2025_03_26,
            ProtocolVersions.MCP_2025_06_18,
            ProtocolVersions.MCP_2025_11_25);

    private static final String INSTRUCTIONS = """
            A JavaScript dialog (alert, confirm, prompt, beforeunload) freezes its page until it is answered; no call hangs on it.
            Open dialogs are in pending_dialogs of most results, browser_snapshot with state_only shows them at any time.
            A result with blocked_by_dialog means that a dialog opened: read its message and type, then answer with
            browser_dialog (action accept or dismiss; prompt_text for a prompt; dialog_id when several are open), and go on.
            A failed result has a code and an error that names the next step.""";

    private final String version;

    Greeting(String version) {
        this.version = version;
    }

    /** Agrees on the agent's protocol version, or offers the newest. */
    @Override
    public Mono<InitializeResult> handle(InitializeRequest request) {
        String protocol = VERSIONS.contains(request.protocolVersion())
                ? request.protocolVersion()
                : ProtocolVersions.MCP_2025_11_25;
        return Mono.just(InitializeResult.builder(
                        protocol,
                        ServerCapabilities.builder().tools(true).build(),
                        Implementation.builder("cdp-supervisor", version).build())
                .instructions(INSTRUCTIONS)
                .build());
    }
}
