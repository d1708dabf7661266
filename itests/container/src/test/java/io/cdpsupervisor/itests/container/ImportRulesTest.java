package io.cdpsupervisor.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dependency rule of the design, read from the manifests of what is shipped. */
class ImportRulesTest {

    private final ImportRules rules = new ImportRules();

    @Test
    void everyShippedBundleOfOursKeepsToTheTable() {
        List<Attributes> ours = Distribution.built().jars().stream()
                .map(ImportRulesTest::manifest)
                .filter(ImportRules::isOurs)
                .toList();

        assertThat(ours).hasSizeGreaterThan(9);
        assertThat(ours.stream().flatMap(manifest -> rules.violations(manifest).stream()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "io.cdpsupervisor.host,        io.cdpsupervisor.supervisor",
        "io.cdpsupervisor.tool.page,   io.cdpsupervisor.transport",
        "io.cdpsupervisor.tool.dialog, com.fasterxml.jackson.databind",
        "io.cdpsupervisor.supervisor,  com.fasterxml.jackson.core",
        "io.cdpsupervisor.launcher,    org.java_websocket.client",
        "io.cdpsupervisor.mcp,         io.cdpsupervisor.transport",
        "io.cdpsupervisor.api,         com.fasterxml.jackson.databind",
    })
    void importAcrossRoomsIsAViolation(String bundle, String imported) {
        Attributes manifest = named(bundle);
        manifest.putValue("Import-Package", "io.cdpsupervisor.api.error;version=\"[1.0,2)\"," + imported);

        assertThat(rules.violations(manifest))
                .containsExactly(bundle + " imports " + imported + ", which its line in the table does not allow.");
    }

    @Test
    void exportOfAnInternalPackageIsAViolation() {
        Attributes manifest = named("io.cdpsupervisor.host");
        manifest.putValue("Export-Package", "io.cdpsupervisor.host.internal;version=\"1.0.0\"");

        assertThat(rules.violations(manifest))
                .containsExactly("io.cdpsupervisor.host exports io.cdpsupervisor.host.internal,"
                        + " which is internal or not its own.");
    }

    @Test
    void bundleWithoutALineIsAViolation() {
        assertThat(rules.violations(named("io.cdpsupervisor.novelty")))
                .containsExactly("io.cdpsupervisor.novelty has no line in the table of who may import what.");
    }

    private static Attributes named(String bundle) {
        Attributes manifest = new Attributes();
        manifest.putValue("Bundle-SymbolicName", bundle);
        return manifest;
    }

    private static Attributes manifest(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest().getMainAttributes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
