package io.cdpsupervisor.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Pages for a real browser, on loopback. They can be reached under two addresses that are two sites to a browser, so
 * that an iframe of the one in a page of the other is out of process. Safe for any thread.
 */
public final class TestSite implements AutoCloseable {

    private record Page(Map<String, String> headers, String html) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Page> pages = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();

    private TestSite(HttpServer server) {
        this.server = server;
    }

    /** At a free port. */
    public static TestSite start() {
        try {
            InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            TestSite site = new TestSite(HttpServer.create(new InetSocketAddress(loopback, 0), 0));
            site.server.createContext("/", site::serve);
            site.server.setExecutor(site.threads);
            site.server.start();
            return site;
        } catch (IOException e) {
            throw new AssertionError("No port to listen on", e);
        }
    }

    /** Adds or replaces a page. */
    public TestSite page(String path, String html) {
        return page(path, Map.of(), html);
    }

    /** Adds or replaces a page that comes with these headers. */
    public TestSite page(String path, Map<String, String> headers, String html) {
        pages.put(path, new Page(Map.copyOf(headers), html));
        return this;
    }

    /** Keeps requests for a page waiting, until the latch opens or the site closes. */
    public TestSite hold(String path, CountDownLatch until) {
        held.put(path, until);
        return this;
    }

    /** The page's address on site A, {@code http://127.0.0.1:port}. */
    public String a(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    /** The page's address on site B, {@code http://localhost:port}. */
    public String b(String path) {
        return "http://localhost:" + port() + path;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            awaitRelease(path);
            Page page = pages.get(path);
            byte[] body = (page == null ? "No such page." : page.html()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            if (page != null) {
                page.headers().forEach(exchange.getResponseHeaders()::set);
            }
            exchange.sendResponseHeaders(page == null ? 404 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private void awaitRelease(String path) throws IOException {
        CountDownLatch until = held.get(path);
        if (until != null) {
            try {
                until.await();
            } catch (InterruptedException e) {
                throw new IOException("The site closes.", e);
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.stop(0);
    }
}
