package io.cdpsupervisor.itests.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong is one clear sentence with a code, and nothing is lost or left running. */
class BadInputIT {

    private static final String TASK = "default";

    @TempDir
    Path folder;

    private Path home;
    private RecordedChromium chromium;

    @BeforeEach
    void prepare() throws IOException {
        home = folder.resolve("home");
        chromium = new RecordedChromium(folder);
    }

    @AfterEach
    void cleanUp() {
        chromium.close();
    }

    @Test
    void malformedLineDoesNotEndTheSession() throws Exception {
        try (McpHost host = McpHost.ready(home, chromium)) {
            host.mcp().line("this is not json");
            host.mcp().line("{\"jsonrpc\":\"2.0\",\"id\":");
            host.mcp().line("");
            host.mcp().line("[]");

            JsonNode pong = host.mcp().request("ping", Map.of());

            assertThat(pong.path("result").isObject()).as(pong.toString()).isTrue();
            assertThat(host.mcp().impureLines()).isEmpty();
        }
    }

    @Test
    void unknownToolIsAnsweredByName() throws Exception {
        try (McpHost host = McpHost.ready(home, chromium)) {
            ToolAnswer answer = host.mcp().call(TASK, "browser_teleport", Map.of());

            assertThat(answer.code()).isEqualTo("invalid_argument");
            assertThat(answer.error()).contains("browser_teleport");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "browser_navigate, {},                                                  url",
        "browser_navigate, {\"url\": 7},                                        url",
        "browser_dialog,   {\"action\": \"perhaps\"},                           action",
        "browser_cdp,      '{\"method\": \"Browser.getVersion\", \"timeout\": 301}', timeout",
    })
    void argumentsAgainstTheSchemaAreNamed(String tool, String arguments, String culprit) throws Exception {
        try (McpHost host = McpHost.ready(home, chromium)) {
            ToolAnswer answer = host.mcp().call(TASK, tool, McpClient.object(arguments));

            assertThat(answer.code()).isEqualTo("invalid_argument");
            assertThat(answer.error()).contains(culprit);
        }
        assertThat(chromium.profiles()).as("launches").isEmpty();
    }

    @Test
    void browserPathThatIsNoBrowserIsNamedAndNothingElseTried() throws Exception {
        Path noBrowser = Files.writeString(folder.resolve("no-browser"), "plain text");
        try (McpHost host = McpHost.start(home, "--browser", noBrowser.toString())) {
            host.mcp().initialize();
            ToolAnswer answer = host.mcp().call(TASK, "browser_navigate", Map.of("url", "about:blank"));

            assertThat(answer.code()).isEqualTo("browser_not_found");
            assertThat(answer.error()).contains(noBrowser.toString());
            assertThat(host.browsers()).isEmpty();
        }
    }

    @Test
    void addressThatRefusesIsOneErrorAndNoBrowserIsLaunchedInstead() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = closed.getLocalPort();
        }
        assertUnreachable("http://127.0.0.1:" + port);
    }

    @Test
    void addressThatNeverAnswersIsOneErrorWithinTheDeadline() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
            assertUnreachable("http://127.0.0.1:" + silent.getLocalPort());
        }
    }

    private void assertUnreachable(String address) throws Exception {
        try (McpHost host = McpHost.ready(home, chromium, "--set", "browser.cdp_url=" + address)) {
            ToolAnswer answer =
                    host.mcp().call(TASK, "browser_navigate", Map.of("url", "about:blank", "timeout_s", 20));

            assertThat(answer.code()).isIn("backend_unavailable", "disconnected");
            assertThat(answer.error()).contains(address);
            assertThat(host.browsers()).isEmpty();
        }
        assertThat(chromium.profiles()).as("launches").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "fly,                                  fly",
        "mcp --fast,                           --fast",
        "mcp --set browser.no_such_key=1,      browser.no_such_key",
        "mcp --set browser.command_timeout=x,  browser.command_timeout",
        "'',                                   verb",
    })
    void wrongWordsAreOneLineAndExitCode2(String words, String named) throws Exception {
        List<String> command = words.isEmpty() ? List.of() : List.of(words.split(" "));

        Ended ended = Launch.run(Launch.command(command), folder);

        assertThat(ended.exit()).as(ended.toString()).isEqualTo(2);
        assertThat(ended.err()).singleElement().asString().contains(named);
        assertThat(ended.out()).isEmpty();
    }
}
