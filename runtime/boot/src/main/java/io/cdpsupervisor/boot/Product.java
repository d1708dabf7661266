package io.cdpsupervisor.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** This build. Immutable. */
final class Product {

    private Product() {}

    static String version() {
        try (InputStream in = Product.class.getResourceAsStream("product.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
