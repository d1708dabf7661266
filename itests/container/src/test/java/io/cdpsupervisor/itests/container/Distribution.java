package io.cdpsupervisor.itests.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The distribution that the build has made: its bundles and its Features. Used outside the framework. Immutable. */
record Distribution(Path root) {

    /** The one under test. */
    static Distribution built() {
        Path root = Path.of(System.getProperty("cdpsupervisor.dist"));
        if (!Files.isDirectory(root.resolve("feature"))) {
            throw new IllegalStateException(
                    "There is no distribution in " + root + ": build it first (mvn verify makes it on its way).");
        }
        return new Distribution(root);
    }

    /** The OSGi Features of all installable sets. */
    List<JsonNode> features() {
        return files("feature", "*.json").stream().map(Distribution::read).toList();
    }

    /** The jar of a Feature's bundle. */
    Path jar(JsonNode bundle) {
        String[] id = bundle.path("id").textValue().split(":", 3);
        return root.resolve("bundle").resolve(id[1] + "-" + id[2] + ".jar");
    }

    /** Every jar that goes into the framework. */
    List<Path> jars() {
        return files("bundle", "*.jar");
    }

    private List<Path> files(String folder, String glob) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(root.resolve(folder), glob)) {
            files.forEach(found::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static JsonNode read(Path file) {
        try {
            return new ObjectMapper().readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
