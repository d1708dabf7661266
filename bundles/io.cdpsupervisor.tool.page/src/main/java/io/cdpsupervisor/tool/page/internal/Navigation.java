package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.cdp.CdpReply;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.dialog.ClosedDialog;
import io.cdpsupervisor.api.dialog.DialogType;
import io.cdpsupervisor.api.dialog.PendingDialog;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.redact.Redactor;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.supervisor.TaskCdp.PendingReply;
import io.cdpsupervisor.api.tool.ToolCall;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** One way of the page to an address, from the command to the loaded document. Confined to one call. */
final class Navigation {

    private static final String ABORTED = "net::ERR_ABORTED";

    /** An error status without a body: Chromium shows a page of its own, the server has answered all the same. */
    private static final String STATUS_ONLY = "net::ERR_HTTP_RESPONSE_CODE_FAILURE";

    /** A data: address can be megabytes long. */
    private static final int LONGEST_SHOWN = 200;

    private static final Duration SETTLING = Duration.ofMillis(500);
    private static final Duration LEAVING = Duration.ofSeconds(5);

    private final ToolCall call;
    private final TaskCdp cdp;
    private final String address;
    private final boolean force;
    private final Set<String> closedBefore;

    Navigation(ToolCall call, TaskCdp cdp, String address, boolean force) {
        this.call = call;
        this.cdp = cdp;
        this.address = address;
        this.force = force;
        this.closedBefore = closedBeforeunloads(cdp.snapshot());
    }

    /**
     * Goes there and blocks until the document has loaded.
     *
     * @throws BrowserException {@code navigation_failed}, {@code refused_to_leave}, {@code timeout},
     *     {@code url_blocked}, or what a command can throw
     */
    Arrival run() {
        Map<String, Object> reply = start();
        String error = reply.get("errorText") instanceof String s ? s : "";
        if (ABORTED.equals(error) && Boolean.TRUE.equals(reply.get("isDownload"))) {
            return whereItIs().stayed("The address is a download; the page stays where it was.");
        }
        if (!error.isEmpty() && !STATUS_ONLY.equals(error)) {
            throw failure(error);
        }
        if (reply.get("loaderId") instanceof String loaderId) {
            awaitLoad(loaderId);
        }
        Arrival arrival = error.isEmpty() ? whereItIs() : whereItIs().at(address);
        leaveIfForbidden(arrival.url());
        return arrival;
    }

    private Map<String, Object> start() {
        PendingReply reply = cdp.send(CdpRoute.PAGE, "Page.navigate", Map.of("url", address), TimeLeft.of(call));
        if (force) {
            acceptLeaving();
        }
        try {
            return reply.join().result();
        } catch (CdpTimeoutException e) {
            throw new BrowserException(
                    ErrorCode.TIMEOUT,
                    "No answer from " + shown() + " yet; the page is still the old one. Wait and look with"
                            + " browser_snapshot, or navigate again with a larger timeout_s.");
        }
    }

    /**
     * A page that asks whether it may be left holds up every navigation, also a second one, and asks only once: the
     * answer to the first question lets the latest navigation go on.
     */
    private void acceptLeaving() {
        SupervisorSnapshot now = cdp.snapshot();
        for (PendingDialog dialog : now.pending()) {
            if (dialog.type() == DialogType.BEFOREUNLOAD
                    && dialog.sessionId().equals(now.page().sessionId())) {
                cdp.send(CdpRoute.PAGE, "Page.handleJavaScriptDialog", Map.of("accept", true), TimeLeft.of(call));
            }
        }
    }

    /** The document of the reply, or one that has replaced it meanwhile. */
    private void awaitLoad(String loaderId) {
        try {
            cdp.await(
                    "the page to load",
                    now -> now.page().loaded() && now.page().loaders().contains(loaderId),
                    TimeLeft.of(call));
        } catch (CdpTimeoutException e) {
            leaveIfForbidden(cdp.snapshot().page().url());
            throw new BrowserException(
                    ErrorCode.TIMEOUT,
                    shown() + " is still loading and goes on; look at what is there with browser_snapshot.");
        }
    }

    private BrowserException failure(String error) {
        if (ABORTED.equals(error) && refusedToLeave()) {
            return new BrowserException(
                    ErrorCode.REFUSED_TO_LEAVE,
                    "The page asked whether it may be left, and that was dismissed: it stays. To leave it anyway, call"
                            + " browser_close and navigate again.");
        }
        String sentence = ABORTED.equals(error)
                ? shown() + " gave no page to show (" + error + "); the page stays where it was."
                : shown() + " could not be opened: " + error + ". Check the address and try again.";
        return new BrowserException(ErrorCode.NAVIGATION_FAILED, sentence, Map.of("net_error", error));
    }

    /**
     * The question's end is on the wire before the reply that says the navigation was aborted, but the snapshot may
     * come after that reply has woken us.
     */
    private boolean refusedToLeave() {
        try {
            cdp.await(
                    "the end of a beforeunload dialog",
                    now -> !closedBefore.containsAll(closedBeforeunloads(now)),
                    TimeLeft.atMost(SETTLING, call));
            return true;
        } catch (CdpTimeoutException e) {
            return false;
        }
    }

    private static Set<String> closedBeforeunloads(SupervisorSnapshot snapshot) {
        return snapshot.recent().stream()
                .map(ClosedDialog::dialog)
                .filter(dialog -> dialog.type() == DialogType.BEFOREUNLOAD)
                .map(PendingDialog::id)
                .collect(Collectors.toSet());
    }

    private Arrival whereItIs() {
        Map<String, Object> params = Map.of("expression", Arrival.EXPRESSION, "returnByValue", true);
        CdpReply reply = cdp.call(CdpRoute.PAGE, "Runtime.evaluate", params, TimeLeft.of(call));
        return Arrival.of(reply.result());
    }

    /** A redirect may have led where the address itself could not. */
    private void leaveIfForbidden(String url) {
        if (url.isEmpty()) {
            return;
        }
        try {
            call.checkUrl(url);
        } catch (BrowserException e) {
            cdp.finishing(() -> cdp.call(CdpRoute.PAGE, "Page.navigate", Map.of("url", "about:blank"), LEAVING));
            throw e;
        }
    }

    private String shown() {
        return NodeLine.cut(Redactor.address(address), LONGEST_SHOWN);
    }
}
