package io.cdpsupervisor.itests.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cdpsupervisor.testkit.Await;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A vendor's bundle is brought into a running stdio host by its operator. */
class PluginIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);

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
    void toolOfAPluginAppearsIsCalledAndGoesWithItsBundle() throws Exception {
        try (McpHost host = McpHost.ready(home, chromium)) {
            McpClient mcp = host.mcp();
            mcp.call("default", "browser_navigate", Map.of("url", "data:text/html,<title>Mine</title>"))
                    .ok();
            assertThat(tools(mcp))
                    .contains("browser_navigate", "browser_dialog")
                    .doesNotContain("sample_title");

            String bundle = install(samplePlugin());
            Await.until(
                    LIMIT, "the agent is told", () -> mcp.notifications().contains("notifications/tools/list_changed"));
            assertThat(tools(mcp)).contains("sample_title");
            ToolAnswer title = mcp.call("default", "sample_title", Map.of()).ok();
            assertThat(title.at("/title").asText()).isEqualTo("Mine");
            assertThat(title.at("/checked").asInt()).isEqualTo(1);

            shell("stop " + bundle);
            assertThat(tools(mcp)).doesNotContain("sample_title");
            assertThat(mcp.call("default", "sample_title", Map.of()).code()).isEqualTo("tool_gone");
        }
    }

    @Test
    void bundleThatPrintsDoesNotDisturbTheAgent() throws Exception {
        Path jar = folder.resolve("loud.jar");
        Files.copy(LoudBundle.jar(), jar);
        McpHost host = McpHost.ready(home, chromium);
        install(jar);

        JsonNode pong = host.mcp().request("ping", Map.of());
        host.end();

        assertThat(pong.path("result").isObject()).as(pong.toString()).isTrue();
        assertThat(host.err()).contains(LoudBundle.WORDS);
        assertThat(host.mcp().impureLines()).isEmpty();
    }

    /** Brings a jar into the running host and returns the number of its bundle. */
    private String install(Path jar) throws IOException, InterruptedException {
        String answer = shell("install " + jar.toUri());
        Matcher number = Pattern.compile("Bundle ID: (\\d+)").matcher(answer);
        assertThat(number.find()).as(answer).isTrue();
        shell("start " + number.group(1));
        return number.group(1);
    }

    private String shell(String command) throws IOException, InterruptedException {
        Ended ended = Launch.run(Launch.command(List.of("shell", "--home", home.toString())), folder, command + "\n");
        assertThat(ended.exit()).as(ended.toString()).isZero();
        assertThat(ended.out()).as(command).noneMatch(line -> line.contains("Exception"));
        return String.join("\n", ended.out());
    }

    private static List<String> tools(McpClient mcp) throws Exception {
        return mcp.request("tools/list", Map.of()).findValuesAsText("name");
    }

    private static Path samplePlugin() throws IOException {
        Path demo = Path.of(System.getProperty("cdpsupervisor.dist"), "demo");
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(demo, "*sampleplugin*.jar")) {
            return jars.iterator().next().toRealPath();
        }
    }
}
