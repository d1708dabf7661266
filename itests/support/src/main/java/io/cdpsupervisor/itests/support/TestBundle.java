package io.cdpsupervisor.itests.support;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.osgi.framework.Constants;

/**
 * A bundle made up by a test, on either side of the framework. Immutable.
 *
 * @param name its symbolic name
 * @param headers of the manifest, beside the name
 * @param classes that it contains, single files: a nested class is one of its own
 * @param texts its other files, by path
 */
public record TestBundle(String name, Map<String, String> headers, List<Class<?>> classes, Map<String, String> texts) {

    public TestBundle {
        Objects.requireNonNull(name);
        headers = Map.copyOf(headers);
        classes = List.copyOf(classes);
        texts = Map.copyOf(texts);
    }

    /** The jar. */
    public InputStream jar() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest())) {
            for (Class<?> member : classes) {
                add(jar, member.getName().replace('.', '/') + ".class", bytesOf(member));
            }
            for (Map.Entry<String, String> text : texts.entrySet()) {
                add(jar, text.getKey(), text.getValue().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    private Manifest manifest() {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        main.putValue(Constants.BUNDLE_SYMBOLICNAME, name);
        headers.forEach(main::putValue);
        return manifest;
    }

    private static void add(JarOutputStream jar, String path, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(path));
        jar.write(content);
        jar.closeEntry();
    }

    private static byte[] bytesOf(Class<?> member) throws IOException {
        String file = member.getName().substring(member.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream in = member.getResourceAsStream(file)) {
            return Objects.requireNonNull(in, () -> member + " has no class file")
                    .readAllBytes();
        }
    }
}
