package io.cdpsupervisor.mcp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The SDK's own client against the server in a process of its own. */
class SdkClientTest {

    @Test
    void theSdksClientListsAndCallsTools() {
        StdioClientTransport transport = new StdioClientTransport(
                ServerParameters.builder(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString())
                        .args("-cp", System.getProperty("java.class.path"), Served.class.getName())
                        .build(),
                new JacksonMcpJsonMapper(new ObjectMapper()));
        try (McpSyncClient client = McpClient.sync(transport)
                .requestTimeout(Duration.ofSeconds(60))
                .initializationTimeout(Duration.ofSeconds(60))
                .build()) {
            InitializeResult hello = client.initialize();
            assertThat(hello.serverInfo().name()).isEqualTo("cdp-supervisor");
            assertThat(client.listTools().tools()).extracting(Tool::name).containsExactly("echo");

            CallToolResult result = client.callTool(CallToolRequest.builder("echo")
                    .arguments(Map.of("text", "hello"))
                    .build());
            assertThat(result.isError()).isFalse();
            assertThat(result.structuredContent()).isEqualTo(Map.of("success", true, "text", "hello"));
            assertThat(((TextContent) result.content().get(0)).text()).contains("hello");
            assertThat(client.ping()).isNotNull();
        }
    }

    /** Program of the other process: an echoing host on its standard streams, until they end. */
    static final class Served {
        private Served() {}

        public static void main(String[] args) throws InterruptedException {
            CountDownLatch ended = new CountDownLatch(1);
            FakeHost host = new FakeHost();
            host.tools = List.of(FakeHost.tool("echo"));
            try (StdioServer server =
                    new StdioServer(System.in, new FileOutputStream(FileDescriptor.out), host, "1", ended::countDown)) {
                server.start();
                ended.await();
            }
        }
    }
}
