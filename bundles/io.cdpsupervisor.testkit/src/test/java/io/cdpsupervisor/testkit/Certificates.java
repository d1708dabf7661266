package io.cdpsupervisor.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate authority made by the JDK's keytool, and what it signs. Blocks; one thread at a time. */
final class Certificates {

    private static final String PASSWORD = "changeit";
    private static final String AUTHORITY = "authority";

    private final Path file;
    private int servers;

    /** @param folder where its keys are kept */
    Certificates(Path folder) {
        try {
            this.file = Files.createTempDirectory(folder, "authority").resolve("keys.p12");
        } catch (IOException e) {
            throw new AssertionError("No room for keys", e);
        }
        keytool(AUTHORITY, "bc:c");
    }

    /** For a client: trusts this authority and nobody else. A server shows its own certificate with it. */
    SSLContext trust() {
        return context(AUTHORITY);
    }

    /**
     * For a server: shows a fresh certificate that this authority has signed.
     *
     * @param names in the words of keytool, such as {@code dns:localhost,ip:127.0.0.1}
     * @param more options of keytool
     */
    SSLContext certificate(String names, String... more) {
        List<String> options = new ArrayList<>(List.of("-signer", AUTHORITY));
        options.addAll(List.of(more));
        String alias = "server-" + ++servers;
        keytool(alias, "san=" + names, options.toArray(String[]::new));
        return context(alias);
    }

    private void keytool(String alias, String extension, String... more) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        // one short run: what makes a server fast is a loss here
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(List.of("-genkeypair", "-alias", alias, "-keyalg", "EC", "-dname", "CN=" + alias));
        command.addAll(List.of("-ext", extension, "-storetype", "PKCS12"));
        command.addAll(List.of("-keystore", file.toString(), "-storepass", PASSWORD));
        command.addAll(List.of(more));
        try {
            Process keytool =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (keytool.waitFor() != 0) {
                throw new AssertionError("keytool made no certificate: " + said);
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("keytool did not run", e);
        }
    }

    /** With one key alone; Java takes the certificate of a key for a trusted one. */
    private SSLContext context(String alias) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(file)) {
                store.load(in, PASSWORD.toCharArray());
            }
            for (String other : Collections.list(store.aliases())) {
                if (!other.equals(alias)) {
                    store.deleteEntry(other);
                }
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD.toCharArray());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError("No TLS with the key " + alias, e);
        }
    }
}
