package io.cdpsupervisor.bench;

import java.io.IOException;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A loaded page with out-of-process frames, and a bare client that attaches to it and to them. Used by one thread. */
final class BareFrames {

    private static final String AUTO_ATTACH = "{\"autoAttach\":true,\"waitForDebuggerOnStart\":true,\"flatten\":true}";
    private static final Pattern SESSION = Pattern.compile("\"sessionId\":\"([^\"]+)\"");

    private final URI browser;
    private final String targetId;
    private final String child;
    private final int count;

    private BareFrames(URI browser, String targetId, String child, int count) {
        this.browser = browser;
        this.targetId = targetId;
        this.child = "\"url\":\"" + child + "\"";
        this.count = count;
    }

    /**
     * Makes the page in the background and blocks until it is loaded.
     *
     * @param child address of the frames
     * @param count how many there are
     */
    static BareFrames open(URI browser, String url, String child, int count) throws IOException, InterruptedException {
        String targetId = BarePage.create(browser, "about:blank");
        try (BareSocket socket = new BareSocket(BarePage.socketOf(browser, targetId))) {
            socket.call("Page.enable", "{}");
            socket.send("Page.navigate", "{\"url\":\"" + url + "\"}");
            socket.await(message -> message.startsWith("{\"method\":\"Page.loadEventFired\""));
        }
        return new BareFrames(browser, targetId, child, count);
    }

    /** Takes the time from the dial until the page is armed and all frames are known; then waits for their replies. */
    void attach(Samples samples) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        try (BareSocket socket = new BareSocket(browser)) {
            String attach = "{\"targetId\":\"" + targetId + "\",\"flatten\":true}";
            Set<Long> page = new HashSet<>();
            Set<Long> children = new HashSet<>();
            arm(socket, session(socket.call("Target.attachToTarget", attach)), page);
            int known = 0;
            while (known < count || !page.isEmpty()) {
                String message = socket.await(any -> true);
                if (message.startsWith("{\"method\":\"Target.attachedToTarget\"") && message.contains(child)) {
                    known++;
                    arm(socket, session(message), children);
                }
                answered(message, page, children);
            }
            samples.add(System.nanoTime() - begin);
            while (!children.isEmpty()) {
                answered(socket.await(any -> true), page, children);
            }
        }
    }

    private static void arm(BareSocket socket, String session, Set<Long> sent) {
        sent.add(socket.sendTo(session, "Page.enable", "{}"));
        sent.add(socket.sendTo(session, "Runtime.enable", "{}"));
        sent.add(socket.sendTo(session, "Target.setAutoAttach", AUTO_ATTACH));
    }

    private static void answered(String message, Set<Long> page, Set<Long> children) {
        if (!page.removeIf(id -> BareSocket.answers(message, id))) {
            children.removeIf(id -> BareSocket.answers(message, id));
        }
    }

    /** In an event of an attachment, the new session comes before the one that reports it. */
    private static String session(String message) throws IOException {
        Matcher session = SESSION.matcher(message);
        if (!session.find()) {
            throw new IOException("No session: " + message);
        }
        return session.group(1);
    }
}
