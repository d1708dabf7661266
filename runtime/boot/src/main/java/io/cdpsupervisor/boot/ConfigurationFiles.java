package io.cdpsupervisor.boot;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.felix.cm.json.io.ConfigurationReader;
import org.apache.felix.cm.json.io.Configurations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads {@code <pid>.cfg.json} files. */
final class ConfigurationFiles {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationFiles.class);
    private static final String ENDING = ".cfg.json";

    private ConfigurationFiles() {}

    /** The folder's configurations by PID; a file that cannot be read is left out with a warning. */
    static Map<String, Map<String, Object>> read(Path folder) {
        Map<String, Map<String, Object>> configurations = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.getFileName().toString().endsWith(ENDING))
                        .forEach(file -> read(file, configurations));
            } catch (IOException e) {
                LOG.warn("The configuration folder {} cannot be read and is left out.", folder, e);
            }
        }
        return configurations;
    }

    private static void read(Path file, Map<String, Map<String, Object>> configurations) {
        String name = file.getFileName().toString();
        String pid = name.substring(0, name.length() - ENDING.length());
        try (Reader reader = Files.newBufferedReader(file)) {
            ConfigurationReader json =
                    Configurations.buildReader().withIdentifier(name).build(reader);
            Map<String, Object> configuration = json.readConfiguration();
            if (configuration == null) {
                leaveOut(file, String.join("; ", json.getIgnoredErrors()));
            } else {
                configurations.put(pid, configuration);
            }
        } catch (IOException e) {
            leaveOut(file, e.getMessage());
        }
    }

    private static void leaveOut(Path file, String reason) {
        LOG.warn("The configuration file {} is left out because it cannot be read: {}", file, reason);
    }
}
