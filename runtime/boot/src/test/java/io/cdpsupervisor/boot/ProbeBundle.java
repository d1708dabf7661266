package io.cdpsupervisor.boot;

import io.cdpsupervisor.boot.probe.Probe;
import io.cdpsupervisor.boot.probe.Stopper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Makes bundles for tests. */
final class ProbeBundle {

    private ProbeBundle() {}

    /** A bundle with one component that is configured from the PID. */
    static Path configuredFrom(String pid, Path jar) throws IOException {
        String component = """
                <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.3.0" name="probe" immediate="true"
                    configuration-policy="require" configuration-pid="%s">
                  <service><provide interface="java.lang.Runnable"/></service>
                  <implementation class="%s"/>
                </scr:component>
                """.formatted(pid, Probe.class.getName());
        try (var out = open(jar, Map.of("Bundle-SymbolicName", "probe", "Service-Component", "OSGI-INF/probe.xml"))) {
            out.putNextEntry(new ZipEntry("OSGI-INF/probe.xml"));
            out.write(component.getBytes(StandardCharsets.UTF_8));
            add(Probe.class, out);
        }
        return jar;
    }

    /** A bundle that stops the framework while it is being started. */
    static Path stoppingTheFramework(Path jar) throws IOException {
        Map<String, String> headers = Map.of(
                "Bundle-SymbolicName",
                "stopper",
                "Bundle-Activator",
                Stopper.class.getName(),
                "Import-Package",
                "org.osgi.framework");
        try (var out = open(jar, headers)) {
            add(Stopper.class, out);
        }
        return jar;
    }

    /** A bundle that can never be resolved. */
    static Path missing(String packageName, String symbolicName, Path jar) throws IOException {
        open(jar, Map.of("Bundle-SymbolicName", symbolicName, "Import-Package", packageName))
                .close();
        return jar;
    }

    private static void add(Class<?> code, JarOutputStream out) throws IOException {
        String file = code.getName().replace('.', '/') + ".class";
        out.putNextEntry(new ZipEntry(file));
        try (InputStream in = code.getClassLoader().getResourceAsStream(file)) {
            in.transferTo(out);
        }
    }

    private static JarOutputStream open(Path jar, Map<String, String> headers) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Bundle-ManifestVersion", "2");
        headers.forEach(attributes::putValue);
        OutputStream file = Files.newOutputStream(jar);
        return new JarOutputStream(file, manifest);
    }
}
