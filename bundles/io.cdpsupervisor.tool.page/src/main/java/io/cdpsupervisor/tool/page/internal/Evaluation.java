package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.redact.Redactor;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.api.tool.ToolCall;
import java.util.Map;

/**
 * Runs an expression in a page the way its developer tools' console does, once: what comes back is a handle, and only
 * then its value. Confined to one call.
 */
final class Evaluation {

    private static final int LONGEST_MESSAGE = 1_000;
    private static final int LONGEST_STACK = 5_000;

    /** What we hold on to in the page, until the value is read. */
    private static final String GROUP = "browser_console";

    private final ToolCall call;
    private final TaskCdp cdp;
    private final CdpRoute page;

    Evaluation(ToolCall call, TaskCdp cdp, CdpRoute page) {
        this.call = call;
        this.cdp = cdp;
        this.page = page;
    }

    /**
     * Blocks until the expression is through, and the promise that it may give.
     *
     * @throws BrowserException {@code cdp_error}: it threw; {@code timeout}: it goes on; or what a command can throw
     */
    Evaluated of(String expression) {
        JsonObject reply = settled(expression);
        if (reply.has("exceptionDetails")) {
            release();
            throw exception(reply.object("exceptionDetails"));
        }
        Evaluated result = value(reply.object("result"));
        release();
        return result;
    }

    /**
     * In REPL mode an expression may {@code await} and declare a name again, but a promise that it gives is not awaited.
     */
    private JsonObject settled(String expression) {
        try {
            JsonObject reply = ask(
                    "Runtime.evaluate",
                    Map.of(
                            "expression", expression,
                            "replMode", true,
                            "awaitPromise", true,
                            "userGesture", true,
                            "objectGroup", GROUP));
            JsonObject result = reply.object("result");
            boolean promise = "promise".equals(result.value("subtype")) && !reply.has("exceptionDetails");
            return promise ? ask("Runtime.awaitPromise", Map.of("promiseObjectId", result.value("objectId"))) : reply;
        } catch (CdpTimeoutException e) {
            throw new BrowserException(
                    ErrorCode.TIMEOUT,
                    "The expression has not ended in time and goes on. If it loops, stop it with browser_cdp"
                            + " Runtime.terminateExecution.");
        }
    }

    private Evaluated value(JsonObject remote) {
        String type = remote.text("type").orElse("undefined");
        JsonObject plain = type.equals("object") && remote.has("objectId") ? plain(remote) : JsonObject.EMPTY;
        return plain.has("shown")
                ? new Evaluated(type, plain.value("shown"), Boolean.TRUE.equals(plain.value("cut")))
                : new Evaluated(type, shown(remote), false);
    }

    /** Empty for an object that defies it: then its description has to do. */
    private JsonObject plain(JsonObject remote) {
        try {
            return ask(
                            "Runtime.callFunctionOn",
                            Map.of(
                                    "objectId",
                                    remote.value("objectId"),
                                    "functionDeclaration",
                                    PlainValue.FUNCTION,
                                    "returnByValue",
                                    true,
                                    "silent",
                                    true))
                    .object("result")
                    .object("value");
        } catch (CdpErrorException e) {
            return JsonObject.EMPTY;
        }
    }

    /** The value itself, or how its page words what JSON has no value for, such as {@code 10n}; null for undefined. */
    private static Object shown(JsonObject remote) {
        if (remote.has("value")) {
            return remote.value("value");
        }
        return remote.text("unserializableValue")
                .or(() -> remote.text("description"))
                .orElse(null);
    }

    /**
     * The round trip also makes sure that what the expression has logged is in the snapshot. An expression that leaves
     * its page has nothing left to be released.
     */
    private void release() {
        try {
            ask("Runtime.releaseObjectGroup", Map.of("objectGroup", GROUP));
        } catch (CdpErrorException e) {
            // gone with its page
        }
    }

    /** What was thrown, since the protocol's own text is only "Uncaught". */
    private static BrowserException exception(JsonObject details) {
        String text = Redactor.text(String.valueOf(shown(details.object("exception"))));
        int stack = text.indexOf("\n    at ");
        String message = NodeLine.cut(stack < 0 ? text : text.substring(0, stack), LONGEST_MESSAGE);
        return new BrowserException(
                ErrorCode.CDP_ERROR,
                "The expression threw " + message + (message.endsWith(".") ? " " : ". ")
                        + "Correct it and call browser_console again.",
                Map.of("cdp_message", NodeLine.cut(text, LONGEST_STACK)));
    }

    private JsonObject ask(String method, Map<String, ?> params) {
        return JsonObject.of(cdp.call(page, method, params, TimeLeft.of(call)).result());
    }
}
