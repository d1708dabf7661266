package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.cdpsupervisor.api.cdp.CdpErrorException;
import io.cdpsupervisor.api.cdp.CdpTimeoutException;
import io.cdpsupervisor.api.dialog.DialogType;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.ConsoleEntry;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.tool.ToolResult;
import io.cdpsupervisor.tool.page.internal.FakeCdp.Sent;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleToolTest {

    private static final String SECRET = "ghp_" + "0123456789".repeat(4);
    private static final ConsoleEntry LINE =
            new ConsoleEntry(Instant.ofEpochMilli(1_650_000_000_250L), "error", "bad", "https://a.test/app.js");

    private final ConsoleTool tool = new ConsoleTool();
    private final FakeCdp cdp = new FakeCdp(Pages.logged(Pages.page(List.of(Pages.top()), "L1"), LINE));

    @Test
    void linesHaveTheKeysOfTheContract() {
        assertThat(console(Map.of()).fields())
                .containsExactly(entry(
                        "entries",
                        List.of(Map.of("ts", 1_650_000_000.25, "level", "error", "text", "bad", "url", LINE.url()))));
    }

    @Test
    void linesAloneComeWhateverBecameOfThePage() {
        assertThat(tool.runsDuringDialog(Map.of("clear", true))).isTrue();
        Stream<SupervisorSnapshot> states = Stream.concat(
                Stream.of(PageState.values()).map(Pages::state), Stream.of(Pages.withPending(DialogType.ALERT)));
        assertThat(states).allSatisfy(state -> {
            cdp.snapshot = Pages.logged(state, LINE);
            assertThat(console(Map.of("target_id", "closed long ago")).fields())
                    .extractingByKey("entries")
                    .asList()
                    .hasSize(1);
        });
        assertThat(cdp.sent).isEmpty();
    }

    @Test
    void linesAreShownBeforeTheyAreCleared() {
        FakeSupervisor supervisor = new FakeSupervisor(() -> cdp.snapshot = Pages.logged(cdp.snapshot));
        ToolResult cleared = tool.call(new FakeCall(cdp, supervisor, Map.of("clear", true)));
        assertThat(cleared.fields()).extractingByKey("entries").asList().hasSize(1);
        assertThat(console(Map.of()).fields()).containsExactly(entry("entries", List.of()));
        assertThat(cdp.sent).isEmpty();
    }

    @Test
    void taskWithoutABrowserIsToldSoInTheHostsWords() {
        assertThatThrownBy(() -> tool.call(FakeCall.withoutBrowser(Map.of("clear", true))))
                .hasMessage("No browser in this test.");
    }

    @Nested
    class AnExpression {

        @BeforeEach
        void pageAnswers() {
            cdp.on("Runtime.releaseObjectGroup", Map.of());
        }

        @Test
        void doesNotStartUnderADialog() {
            assertThat(tool.runsDuringDialog(Map.of("expression", "1"))).isFalse();
        }

        @Test
        void comesWithValueTypeAndWhatItHasLogged() {
            giving(Map.of("type", "number", "value", 2L));
            cdp.on("Runtime.releaseObjectGroup", sent -> {
                cdp.snapshot = Pages.logged(cdp.snapshot, LINE, LINE);
                return Map.of();
            });
            Map<String, Object> fields = evaluated("console.error('bad'), 1 + 1");
            assertThat(fields).contains(entry("value", 2L), entry("type", "number"));
            assertThat(fields.keySet()).containsExactly("value", "type", "entries");
            assertThat(fields.get("entries")).asList().hasSize(2);
        }

        @Test
        void runsOnceOnThePageAsInItsConsole() {
            giving(Map.of("type", "undefined"));
            evaluated("await x");
            assertThat(cdp.sent).extracting(Sent::route).containsOnly(CdpRoute.PAGE);
            assertThat(cdp.params("Runtime.evaluate"))
                    .containsExactly(Map.of(
                            "expression",
                            "await x",
                            "replMode",
                            true,
                            "awaitPromise",
                            true,
                            "userGesture",
                            true,
                            "objectGroup",
                            "browser_console"));
        }

        @Test
        void runsInAPopupThatIsNamed() {
            cdp.snapshot = Pages.withPopup();
            giving(Map.of("type", "string", "value", "Log in"));
            console(Map.of("expression", "document.title", "target_id", "POP"));
            assertThat(cdp.sent).extracting(Sent::route).containsOnly(CdpRoute.target("POP"));
        }

        @Test
        void promiseIsAwaited() {
            giving(Map.of("type", "object", "subtype", "promise", "objectId", "P"));
            cdp.on("Runtime.awaitPromise", Map.of("result", Map.of("type", "string", "value", "done")));
            assertThat(evaluated("later()")).contains(entry("value", "done"), entry("type", "string"));
            assertThat(cdp.params("Runtime.awaitPromise")).singleElement().isEqualTo(Map.of("promiseObjectId", "P"));
        }

        static Stream<Map<String, Object>> withoutJson() {
            return Stream.of(
                    Map.of("type", "number", "unserializableValue", "NaN", "description", "NaN"),
                    Map.of("type", "number", "unserializableValue", "-Infinity", "description", "-Infinity"),
                    Map.of("type", "bigint", "unserializableValue", "10n", "description", "10n"),
                    Map.of("type", "symbol", "description", "Symbol(x)", "objectId", "1"),
                    Map.of("type", "function", "description", "() => 1", "objectId", "1"));
        }

        @ParameterizedTest
        @MethodSource("withoutJson")
        void valueThatJsonDoesNotHaveIsShownAsThePageWordsIt(Map<String, Object> remote) {
            giving(remote);
            assertThat(evaluated("x"))
                    .containsEntry("type", remote.get("type"))
                    .containsEntry("value", remote.getOrDefault("unserializableValue", remote.get("description")));
        }

        @Test
        void undefinedAndNullAreNullAndToldApartByTheirType() {
            giving(Map.of("type", "undefined"));
            assertThat(evaluated("undefined")).contains(entry("value", null), entry("type", "undefined"));
            Map<String, Object> remote = new HashMap<>(Map.of("type", "object", "subtype", "null"));
            remote.put("value", null);
            giving(remote);
            assertThat(evaluated("null")).contains(entry("value", null), entry("type", "object"));
        }

        @Test
        void objectIsReadByItsHandleWithoutRunningTheExpressionAgain() {
            giving(Map.of("type", "object", "description", "Object", "objectId", "7"));
            plain(Map.of("shown", Map.of("a", List.of(1L, 2L)), "cut", false));
            assertThat(evaluated("({a: [1, 2]})"))
                    .contains(entry("value", Map.of("a", List.of(1L, 2L))), entry("type", "object"))
                    .doesNotContainKey("truncated");
            assertThat(cdp.methods())
                    .containsExactly("Runtime.evaluate", "Runtime.callFunctionOn", "Runtime.releaseObjectGroup");
            assertThat(cdp.params("Runtime.callFunctionOn").get(0).get("objectId"))
                    .isEqualTo("7");
        }

        @Test
        void objectThatDefiesThatIsDescribed() {
            giving(Map.of("type", "object", "description", "Proxy(Object)", "objectId", "7"));
            cdp.on("Runtime.callFunctionOn", sent -> {
                throw new CdpErrorException(-32000, "Object reference chain is too long", sent.method());
            });
            assertThat(evaluated("odd")).contains(entry("value", "Proxy(Object)"), entry("type", "object"));
            cdp.on("Runtime.callFunctionOn", Map.of("result", Map.of(), "exceptionDetails", Map.of()));
            assertThat(evaluated("odd")).containsEntry("value", "Proxy(Object)");
        }

        @Test
        void whatIsLeftOutOfALargeObjectIsSaid() {
            giving(Map.of("type", "object", "description", "Array(9)", "objectId", "7"));
            plain(Map.of("shown", List.of("a"), "cut", true));
            assertThat(evaluated("all"))
                    .contains(entry("value", List.of("a")), entry("truncated", true))
                    .containsKey("note");
        }

        @Test
        void longTextIsCutAfterItsSecretsWereMasked() {
            giving(Map.of(
                    "type", "string", "value", "x".repeat(PlainValue.LONGEST - 20) + " " + SECRET + "x ".repeat(99)));
            Map<String, Object> fields = evaluated("text");
            assertThat(fields).containsEntry("truncated", true);
            assertThat(fields.get("value").toString())
                    .hasSize(PlainValue.LONGEST + 1)
                    .doesNotContain("ghp_0123")
                    .contains("ghp_01...");
        }

        @Test
        void secretsInsideAValueAreMasked() {
            giving(Map.of("type", "object", "objectId", "7"));
            plain(Map.of("shown", Map.of("token", SECRET)));
            assertThat(evaluated("session")).containsEntry("value", Map.of("token", "ghp_01...6789"));
        }

        @Test
        void exceptionIsAFailureThatSaysWhatWasThrown() {
            throwing(Map.of("type", "object", "description", "TypeError: x is null\n    at f (app.js:1:2)"));
            failure("x.y", ErrorCode.CDP_ERROR)
                    .hasMessage("The expression threw TypeError: x is null. Correct it and call browser_console again.")
                    .extracting(e -> ((BrowserException) e).details())
                    .isEqualTo(Map.of("cdp_message", "TypeError: x is null\n    at f (app.js:1:2)"));
        }

        @Test
        void rejectedPromiseIsAFailureToo() {
            giving(Map.of("type", "object", "subtype", "promise", "objectId", "P"));
            cdp.on("Runtime.awaitPromise", exception(Map.of("type", "string", "value", "no luck")));
            failure("later()", ErrorCode.CDP_ERROR).hasMessageStartingWith("The expression threw no luck. ");
        }

        @ParameterizedTest
        @ValueSource(strings = {"giving", "throwing"})
        void nothingIsHeldInThePageAfterwards(String end) {
            Map<String, Object> remote = Map.of("type", "symbol", "description", "Symbol(x)", "objectId", "1");
            if (end.equals("giving")) {
                giving(remote);
                evaluated("x");
            } else {
                throwing(remote);
                failure("x", ErrorCode.CDP_ERROR);
            }
            assertThat(cdp.params("Runtime.releaseObjectGroup"))
                    .singleElement()
                    .isEqualTo(Map.of(
                            "objectGroup", cdp.params("Runtime.evaluate").get(0).get("objectGroup")));
        }

        @Test
        void expressionThatLeavesItsPageStillHasItsValue() {
            giving(Map.of("type", "string", "value", "https://a.test/next"));
            cdp.on("Runtime.releaseObjectGroup", sent -> {
                throw new CdpErrorException(-32000, "Inspected target navigated or closed", sent.method());
            });
            assertThat(evaluated("location = '/next'")).containsEntry("value", "https://a.test/next");
        }

        @Test
        void endlessOneIsToldHowToBeStopped() {
            cdp.on("Runtime.evaluate", sent -> {
                throw new CdpTimeoutException("Busy.", true);
            });
            failure("for (;;);", ErrorCode.TIMEOUT).hasMessageContaining("Runtime.terminateExecution");
        }

        @Test
        void pageThatIsNotTheTasksIsRefusedWithThePresentPopups() {
            cdp.snapshot = Pages.withPopup();
            assertThatThrownBy(() -> console(Map.of("expression", "1", "target_id", "SOMEBODYS")))
                    .hasMessageContaining("SOMEBODYS", "POP (https://login.test/)")
                    .isInstanceOfSatisfying(
                            BrowserException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TAB_GONE));
            assertThat(cdp.sent).isEmpty();
        }

        private void giving(Map<String, Object> remote) {
            cdp.on("Runtime.evaluate", Map.of("result", remote));
        }

        private void throwing(Map<String, Object> remote) {
            cdp.on("Runtime.evaluate", exception(remote));
        }

        private void plain(Map<String, Object> value) {
            cdp.on("Runtime.callFunctionOn", Map.of("result", Map.of("type", "object", "value", value)));
        }

        private static Map<String, Object> exception(Map<String, Object> remote) {
            return Map.of("result", remote, "exceptionDetails", Map.of("text", "Uncaught", "exception", remote));
        }

        private Map<String, Object> evaluated(String expression) {
            return console(Map.of("expression", expression)).fields();
        }

        private AbstractThrowableAssert<?, ? extends Throwable> failure(String expression, ErrorCode code) {
            return assertThatThrownBy(() -> evaluated(expression))
                    .isInstanceOfSatisfying(
                            BrowserException.class, e -> assertThat(e.code()).isEqualTo(code));
        }
    }

    private ToolResult console(Map<String, Object> arguments) {
        ToolResult result = tool.call(new FakeCall(cdp, arguments));
        assertThat(result.success()).isTrue();
        assertThat(result.withState()).isFalse();
        return result;
    }
}
