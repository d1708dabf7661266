package io.cdpsupervisor.bench;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.osgi.framework.Constants;

/** The distribution that is measured, and what the empty start takes from it. Immutable. */
record Distribution(Path root) {

    private static final Pattern JVM_FLAG = Pattern.compile("(?<=\\s)-X\\S+(?=\\s)");
    private static final List<String> EMPTY_START = List.of(
            "org.osgi.service.component",
            "org.osgi.util.promise",
            "org.osgi.util.function",
            "org.apache.felix.configadmin",
            "org.apache.felix.scr");

    private static final List<String> SUPERVISOR = List.of(
            "org.apache.felix.eventadmin",
            "jackson-core",
            "Java-WebSocket",
            "io.cdpsupervisor.transport",
            "io.cdpsupervisor.supervisor");

    /** The command line of a verb, as an operator would write it. */
    List<String> command(String... words) {
        List<String> command = new ArrayList<>(List.of(script().toString()));
        command.addAll(List.of(words));
        return command;
    }

    /** The command line of {@link EmptyStart}, on the JVM flags of the start script. */
    List<String> emptyStart(Path storage) throws IOException {
        Path self = self();
        List<String> command = java(jar("boot", "org.apache.felix.framework") + ":" + self);
        command.addAll(List.of(EmptyStart.class.getName(), storage.toString()));
        for (String bundle : EMPTY_START) {
            command.add(jar("bundle", bundle).toUri().toString());
        }
        command.add(self.toUri().toString());
        return command;
    }

    /** The command line of a program of ours, on the class path and the JVM flags of the start script. */
    List<String> java(Class<?> program, String... arguments) throws IOException {
        List<String> command = java(root.resolve("boot").resolve("*") + ":" + self());
        command.add(program.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    /** What the supervisor needs in a framework beside {@link #bootPackages}, in the order in which it starts. */
    List<Path> supervisorBundles() throws IOException {
        List<Path> bundles = new ArrayList<>();
        for (String bundle : EMPTY_START) {
            bundles.add(jar("bundle", bundle));
        }
        for (String bundle : SUPERVISOR) {
            bundles.add(jar("bundle", bundle));
        }
        return bundles;
    }

    /** The packages of the class path that a framework is to share with its bundles: the API and its log. */
    String bootPackages() throws IOException {
        return exported(jar("boot", "io.cdpsupervisor.api")) + "," + exported(jar("boot", "slf4j-api"));
    }

    private static String exported(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest().getMainAttributes().getValue(Constants.EXPORT_PACKAGE);
        }
    }

    private List<String> java(String classPath) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String line : Files.readAllLines(script())) {
            if (!line.startsWith("#")) {
                JVM_FLAG.matcher(line).results().forEach(flag -> command.add(flag.group()));
            }
        }
        command.addAll(List.of("-cp", classPath));
        return command;
    }

    private Path script() {
        return root.resolve("bin").resolve("cdp-supervisor");
    }

    private Path jar(String folder, String artifact) throws IOException {
        Pattern name = Pattern.compile(Pattern.quote(artifact) + "-\\d.*\\.jar");
        try (Stream<Path> jars = Files.list(root.resolve(folder))) {
            return jars.filter(jar -> name.matcher(jar.getFileName().toString()).matches())
                    .findFirst()
                    .orElseThrow(() -> new IOException("No " + artifact + " in " + root.resolve(folder)));
        }
    }

    private static Path self() {
        try {
            return Path.of(Distribution.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("A code source that is no file", e);
        }
    }
}
