package io.cdpsupervisor.bench;

import java.io.IOException;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page under a bare WebSocket. Used by one thread. */
final class BarePage implements WatchedPage {

    private static final Pattern TARGET = Pattern.compile("\"targetId\":\"([^\"]+)\"");
    private static final Pattern MESSAGE = Pattern.compile("\"message\":\"([^\"]*)\"");

    private final BareSocket socket;
    private long started;

    private BarePage(BareSocket socket) {
        this.socket = socket;
    }

    /** Makes a page in the background, as the supervisor does, and has it report dialogs and console. */
    static BarePage open(URI browser, String url) throws IOException, InterruptedException {
        BareSocket socket = new BareSocket(socketOf(browser, create(browser, url)));
        socket.call("Emulation.setFocusEmulationEnabled", "{\"enabled\":true}");
        socket.call("Page.enable", "{}");
        socket.call("Runtime.enable", "{}");
        return new BarePage(socket);
    }

    /** A page that is there, whose dialogs and console are left alone. */
    static BarePage at(URI page) throws IOException, InterruptedException {
        return new BarePage(new BareSocket(page));
    }

    /** Makes a page in the background; gives its target id. */
    static String create(URI browser, String url) throws IOException, InterruptedException {
        try (BareSocket socket = new BareSocket(browser)) {
            return find(TARGET, socket.call("Target.createTarget", "{\"url\":\"" + url + "\",\"background\":true}"));
        }
    }

    /** Address of a page's own WebSocket. */
    static URI socketOf(URI browser, String targetId) {
        return browser.resolve("/devtools/page/" + targetId);
    }

    @Override
    public void start(String expression) {
        started = socket.send("Runtime.evaluate", "{\"expression\":\"" + expression + "\"}");
    }

    @Override
    public String finish() throws IOException, InterruptedException {
        return socket.reply(started);
    }

    @Override
    public String awaitDialog() throws IOException, InterruptedException {
        return find(
                MESSAGE, socket.await(message -> message.startsWith("{\"method\":\"Page.javascriptDialogOpening\"")));
    }

    @Override
    public void accept() {
        socket.send("Page.handleJavaScriptDialog", "{\"accept\":true}");
    }

    @Override
    public void awaitConsole(String text) throws IOException, InterruptedException {
        String value = "\"value\":\"" + text + "\"";
        socket.await(
                message -> message.startsWith("{\"method\":\"Runtime.consoleAPICalled\"") && message.contains(value));
    }

    @Override
    public void close() {
        socket.close();
    }

    private static String find(Pattern pattern, String message) throws IOException {
        Matcher matcher = pattern.matcher(message);
        if (!matcher.find()) {
            throw new IOException("Unexpected: " + message);
        }
        return matcher.group(1);
    }
}
