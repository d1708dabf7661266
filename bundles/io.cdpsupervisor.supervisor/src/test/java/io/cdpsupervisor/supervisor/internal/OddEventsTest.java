package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.testkit.FakeConnection;
import io.cdpsupervisor.testkit.FakeConnection.Sent;
import io.cdpsupervisor.testkit.RecordedLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every event that is listened to, with each of its parts missing, null, or of another type in turn. */
class OddEventsTest {

    private static final String BROWSER = "";
    private static final String PAGE = "S";
    private static final String CHILD = "C";

    private static final List<Object> ODD = Arrays.asList(null, 7, true, "odd", "", List.of(), List.of(7), Map.of());

    private final RecordingContext task = new RecordingContext();
    private final Attachment attachment = new Attachment(task);
    private final FakeConnection browser = new FakeConnection(task.loop, attachment);
    private final RecordedLog log = RecordedLog.of("io.cdpsupervisor");
    private int answered;

    static Stream<Arguments> events() {
        Map<String, Object> iframe = Map.of(
                "targetId", "kid2", "type", "iframe", "url", "http://b.test/", "title", "", "parentFrameId", "T");
        Map<String, Object> popup =
                Map.of("targetId", "T3", "type", "page", "url", "http://p.test/", "title", "p", "openerId", "T");
        Map<String, Object> frame = Map.of(
                "id",
                "kid",
                "parentId",
                "T",
                "loaderId",
                "L",
                "url",
                "http://b.test/",
                "name",
                "n",
                "securityOrigin",
                "o");
        Map<String, Object> argument = Map.of("type", "string", "value", "v", "description", "d");
        Map<String, Object> trace = Map.of("callFrames", List.of(Map.of("url", "http://a.test/s.js")));
        return Stream.of(
                event(PAGE, "Target.attachedToTarget", Map.of("sessionId", "C2", "targetInfo", iframe)),
                event(PAGE, "Target.detachedFromTarget", Map.of("sessionId", CHILD, "targetId", "kid")),
                event(BROWSER, "Target.targetCreated", Map.of("targetInfo", popup)),
                event(BROWSER, "Target.targetInfoChanged", Map.of("targetInfo", popup)),
                event(BROWSER, "Target.targetDestroyed", Map.of("targetId", "T3")),
                event(BROWSER, "Target.targetCrashed", Map.of("targetId", "kid", "status", "x", "errorCode", 1)),
                event(CHILD, "Inspector.targetCrashed", Map.of()),
                event(
                        PAGE,
                        "Page.javascriptDialogOpening",
                        Map.of("type", "prompt", "message", "m", "defaultPrompt", "d", "frameId", "T", "url", "u")),
                event(PAGE, "Page.javascriptDialogClosed", Map.of("result", true, "frameId", "T", "userInput", "")),
                event(PAGE, "Page.frameAttached", Map.of("frameId", "new", "parentFrameId", "T")),
                event(PAGE, "Page.frameNavigated", Map.of("type", "Navigation", "frame", frame)),
                event(PAGE, "Page.navigatedWithinDocument", Map.of("frameId", "kid", "url", "http://b.test/#x")),
                event(PAGE, "Page.frameDetached", Map.of("frameId", "kid", "reason", "remove")),
                event(PAGE, "Page.loadEventFired", Map.of("timestamp", 1.5)),
                event(
                        PAGE,
                        "Runtime.consoleAPICalled",
                        Map.of("type", "error", "args", List.of(argument), "stackTrace", trace)),
                event(
                        PAGE,
                        "Runtime.exceptionThrown",
                        Map.of("exceptionDetails", Map.of("text", "Uncaught", "exception", argument, "url", "u"))));
    }

    private static Arguments event(String session, String method, Map<String, Object> params) {
        return Arguments.of(session, method, params);
    }

    @BeforeEach
    void attach() {
        task.loop.step(() -> attachment.attach(browser, Optional.empty()));
        answerAll();
        emit(
                PAGE,
                "Target.attachedToTarget",
                Map.of(
                        "sessionId",
                        CHILD,
                        "targetInfo",
                        Map.of("targetId", "kid", "type", "iframe", "parentFrameId", "T")));
        answerAll();
    }

    @AfterEach
    void close() {
        log.close();
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("events")
    void costNothing(String session, String method, Map<String, Object> params) {
        vary(params, odd -> {
            emit(session, method, odd);
            answerAll();
        });
        emit(session, method, Map.of());
        emit("nobody", method, params);
        emit(session, method, params);
        answerAll();
        assertThat(log.texts(Level.WARNING)).isEmpty();
        assertThat(browser.sent())
                .as("nothing is sent to nobody")
                .noneMatch(s -> s.sessionId().equals(Optional.of("")))
                .noneMatch(s -> s.params().containsValue(""));
        assertThat(attachment.isOpen()).isTrue();
        assertThat(attachment.pages().own()).as("the page is there").get().matches(page -> !page.gone());
        assertThat(attachment.frame("T")).as("its top frame is known").isPresent();
        assertTheNextDialogIsPending();
    }

    private void assertTheNextDialogIsPending() {
        emit(
                PAGE,
                "Page.javascriptDialogOpening",
                Map.of("type", "alert", "message", "well-formed", "defaultPrompt", "", "frameId", "T"));
        assertThat(task.dialogs().pending())
                .last()
                .satisfies(d -> assertThat(d.message()).isEqualTo("well-formed"));
    }

    /** Gives every copy in which one part, at whatever depth, is missing or odd. */
    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static void vary(Map<String, Object> object, Consumer<Map<String, Object>> variants) {
        for (String key : object.keySet()) {
            Map<String, Object> copy = new LinkedHashMap<>(object);
            copy.remove(key);
            variants.accept(copy);
            for (Object odd : ODD) {
                copy.put(key, odd);
                variants.accept(copy);
            }
            if (object.get(key) instanceof Map<?, ?> inner) {
                vary((Map<String, Object>) inner, variant -> {
                    copy.put(key, variant);
                    variants.accept(copy);
                });
            } else if (object.get(key) instanceof List<?> list && list.get(0) instanceof Map<?, ?> inner) {
                vary((Map<String, Object>) inner, variant -> {
                    copy.put(key, List.of(variant));
                    variants.accept(copy);
                });
            }
        }
    }

    private void emit(String session, String method, Map<String, Object> params) {
        if (session.isEmpty()) {
            browser.emit(method, params);
        } else {
            browser.emit(session, method, params);
        }
        task.loop.runAll();
    }

    /** Answers everything that was sent, and what is sent for that. */
    private void answerAll() {
        List<Sent> sent = new ArrayList<>(browser.sent());
        while (answered < sent.size()) {
            Sent next = sent.get(answered++);
            browser.answer(next.method(), result(next));
            task.loop.runAll();
            sent = browser.sent();
        }
    }

    private static Map<String, Object> result(Sent sent) {
        return switch (sent.method()) {
            case "Target.createTarget" -> Map.of("targetId", "T");
            case "Target.attachToTarget" ->
                Map.of("sessionId", "T".equals(sent.params().get("targetId")) ? PAGE : "session-" + sent.id());
            case "Page.getFrameTree" ->
                Map.of("frameTree", Map.of("frame", Map.of("id", "T", "url", "about:blank", "securityOrigin", "://")));
            default -> Map.of();
        };
    }
}
