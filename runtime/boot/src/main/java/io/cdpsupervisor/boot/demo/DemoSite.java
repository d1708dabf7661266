package io.cdpsupervisor.boot.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The few pages that the demo visits, on loopback. One port is two sites, {@code 127.0.0.1} and {@code localhost}, so a
 * frame of the one in a page of the other runs in a process of its own. Safe for any thread.
 */
public final class DemoSite implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, String> pages;

    /** Serves when this returns, on a port that the system picks. */
    public DemoSite() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        pages = Map.of(
                "/",
                """
                <title>The demo's page</title>
                <h1>Welcome</h1>
                <p id="answer">Nobody has answered yet.</p>
                <button onclick="ask()">Ask</button>
                <script>
                function ask() {
                  document.getElementById('answer').textContent =
                      confirm('Shall we go on?') ? 'The answer was yes.' : 'The answer was no.';
                }
                </script>
                """,
                "/outer",
                "<title>A page with a guest</title><h1>Outside</h1><iframe src='" + guest() + "'></iframe>",
                "/guest",
                "<title>The guest</title><h1>Inside</h1>");
        server.createContext("/", this::serve);
        server.start();
    }

    public String address(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    private String guest() {
        return "http://localhost:" + port() + "/guest";
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String page = pages.get(exchange.getRequestURI().getPath());
            byte[] body = (page == null ? "" : "<!doctype html>" + page).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(page == null ? 404 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
