package io.cdpsupervisor.testkit.internal;

import io.cdpsupervisor.testkit.FakeBrowser;
import io.cdpsupervisor.testkit.FakeBrowser.Command;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What a fake browser knows by itself: pages, and sessions on them. Safe for any thread. */
public final class DefaultScript {

    private static final int SERVER_ERROR = -32602;
    private static final int SESSION_NOT_FOUND = -32001;

    /** Answered with nothing in particular. */
    private static final List<String> PLAIN = List.of(
            "Target.setDiscoverTargets",
            "Target.setAutoAttach",
            "Target.activateTarget",
            "Page.enable",
            "Runtime.runIfWaitingForDebugger");

    private final Map<String, String> urlOfTarget = new ConcurrentHashMap<>();
    private final Map<String, String> targetOfSession = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    /** Gives the browser its first behaviour. */
    public void install(FakeBrowser browser) {
        PLAIN.forEach(method -> on(browser, method, command -> command.reply(Map.of())));
        on(
                browser,
                "Browser.getVersion",
                command -> command.reply(Map.of("protocolVersion", "1.3", "product", "Fake/1.0", "userAgent", "Fake")));
        on(browser, "Target.createTarget", this::createTarget);
        on(browser, "Target.attachToTarget", this::attach);
        on(browser, "Target.getTargets", command -> command.reply(Map.of("targetInfos", infos())));
        on(browser, "Target.closeTarget", this::closeTarget);
        on(browser, "Target.detachFromTarget", this::detach);
        on(browser, "Runtime.enable", this::enableRuntime);
        on(browser, "Page.getFrameTree", this::frameTree);
    }

    /** As on a real browser, a session has to exist before anything else is looked at. */
    private void on(FakeBrowser browser, String method, FakeBrowser.Handler handler) {
        browser.on(method, command -> {
            if (command.sessionId().isPresent()
                    && !targetOfSession.containsKey(command.sessionId().get())) {
                command.fail(SESSION_NOT_FOUND, "Session with given id not found.");
            } else {
                handler.handle(command);
            }
        });
    }

    private void createTarget(Command command) {
        String target = "target-" + count.incrementAndGet();
        urlOfTarget.put(target, command.param("url"));
        command.emit(Optional.empty(), "Target.targetCreated", Map.of("targetInfo", info(target)));
        command.reply(Map.of("targetId", target));
    }

    /** The event comes before the reply, as from Chromium. */
    private void attach(Command command) {
        String target = command.param("targetId");
        if (!urlOfTarget.containsKey(target)) {
            command.fail(SERVER_ERROR, "No target with given id found");
            return;
        }
        String session = "session-" + count.incrementAndGet();
        targetOfSession.put(session, target);
        command.emit(
                command.sessionId(),
                "Target.attachedToTarget",
                Map.of("sessionId", session, "targetInfo", info(target), "waitingForDebugger", false));
        command.reply(Map.of("sessionId", session));
    }

    private void detach(Command command) {
        endSession(command, command.param("sessionId"));
        command.reply(Map.of());
    }

    private void endSession(Command command, String session) {
        String target = targetOfSession.remove(session);
        if (target != null) {
            command.emit(
                    Optional.empty(), "Target.detachedFromTarget", Map.of("sessionId", session, "targetId", target));
        }
    }

    private void closeTarget(Command command) {
        String target = command.param("targetId");
        if (urlOfTarget.remove(target) == null) {
            command.fail(SERVER_ERROR, "No target with given id found");
            return;
        }
        command.reply(Map.of("success", true));
        targetOfSession.entrySet().stream()
                .filter(entry -> entry.getValue().equals(target))
                .map(Map.Entry::getKey)
                .toList()
                .forEach(session -> endSession(command, session));
        command.emit(Optional.empty(), "Target.targetDestroyed", Map.of("targetId", target));
    }

    private void enableRuntime(Command command) {
        String target = targetOf(command);
        Map<String, Object> context = Map.of(
                "id",
                1,
                "origin",
                "://",
                "name",
                "",
                "uniqueId",
                target + ".1",
                "auxData",
                Map.of("isDefault", true, "type", "default", "frameId", target));
        command.emit(command.sessionId(), "Runtime.executionContextCreated", Map.of("context", context));
        command.reply(Map.of());
    }

    private void frameTree(Command command) {
        String target = targetOf(command);
        Map<String, Object> frame = Map.of(
                "id",
                target,
                "loaderId",
                "loader-" + target,
                "url",
                urlOfTarget.getOrDefault(target, ""),
                "securityOrigin",
                "://",
                "mimeType",
                "text/html");
        command.reply(Map.of("frameTree", Map.of("frame", frame)));
    }

    private String targetOf(Command command) {
        return command.sessionId().map(targetOfSession::get).orElse("browser");
    }

    private List<Map<String, Object>> infos() {
        return urlOfTarget.keySet().stream().sorted().map(this::info).toList();
    }

    private Map<String, Object> info(String target) {
        String url = urlOfTarget.getOrDefault(target, "");
        return Map.of(
                "targetId",
                target,
                "type",
                "page",
                "title",
                url,
                "url",
                url,
                "attached",
                targetOfSession.containsValue(target),
                "canAccessOpener",
                false);
    }
}
