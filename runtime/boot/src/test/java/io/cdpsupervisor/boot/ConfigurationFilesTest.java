package io.cdpsupervisor.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationFilesTest {

    @TempDir
    private Path folder;

    @Test
    void aFileIsAConfigurationUnderItsName() throws IOException {
        Files.writeString(folder.resolve("a.cfg.json"), "{\"text\": \"x\", \"number\": 7, \"flag\": true}");

        assertThat(ConfigurationFiles.read(folder)).containsOnlyKeys("a");
        assertThat(ConfigurationFiles.read(folder).get("a"))
                .containsOnly(entry("text", "x"), entry("number", 7L), entry("flag", true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "7", "", "{", "{\"a\": }"})
    void aFileThatHoldsNoObjectIsLeftOut(String text) throws IOException {
        Files.writeString(folder.resolve("bad.cfg.json"), text);
        Files.writeString(folder.resolve("good.cfg.json"), "{\"a\": 1}");

        assertThat(ConfigurationFiles.read(folder)).containsOnlyKeys("good");
    }

    @Test
    void aFileWithANullIsLeftOut() throws IOException {
        Files.writeString(folder.resolve("bad.cfg.json"), "{\"odd\": null, \"a\": 1}");
        Files.writeString(folder.resolve("good.cfg.json"), "{\"a\": 1}");

        assertThat(ConfigurationFiles.read(folder)).containsOnlyKeys("good");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"deep\": [null]}", "[null]", "[]", "[1, 2]"})
    void aValueThatIsNoSettingDoesNotHarmTheOthers(String value) throws IOException {
        Files.writeString(folder.resolve("a.cfg.json"), "{\"odd\": " + value + ", \"good\": 1}");

        String text = ConfigurationText.of(
                HostPlan.empty().with(ConfigurationFiles.read(folder)).configurations());

        assertThat(text).contains("a|good\\:Long=1");
    }
}
