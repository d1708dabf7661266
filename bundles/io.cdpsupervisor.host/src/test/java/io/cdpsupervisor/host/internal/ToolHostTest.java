package io.cdpsupervisor.host.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.backend.BackendRequest;
import io.cdpsupervisor.api.backend.BackendSession;
import io.cdpsupervisor.api.backend.BrowserBackend.Acceptance;
import io.cdpsupervisor.api.error.BrowserException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.host.ToolRequest;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.Interruption;
import io.cdpsupervisor.api.tool.BrowserTool;
import io.cdpsupervisor.api.tool.ToolCall;
import io.cdpsupervisor.api.tool.ToolDefinition;
import io.cdpsupervisor.api.tool.ToolDefinition.OnDialog;
import io.cdpsupervisor.api.tool.ToolResult;
import io.cdpsupervisor.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ToolHostTest {

    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(30);

    private final FakeRegistry registry = new FakeRegistry();
    private final ToolHost host = new ToolHost(
            registry,
            new BackendRouter(),
            new ToolShelf(),
            () -> new HostSettings(COMMAND_TIMEOUT, false, 100L * 1024 * 1024));
    private final FakeBackend local = new FakeBackend("local", Acceptance.YES, true);
    private int services;

    @BeforeEach
    void aTaskWithABrowser() {
        host.add(local);
        offer("open", OnDialog.SUCCEED, false, call -> {
            call.open("http://127.0.0.1/");
            return ToolResult.okWithState(Map.of("opened", true));
        });
        assertThat(call("open").success()).isTrue();
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Nested
    class ADialog {

        @Test
        void thatOpensEndsAnActionAsASuccessThatNamesIt() {
            FakeTool click = offer("click", OnDialog.SUCCEED, false, ToolHostTest::frozen);
            CompletableFuture<ToolResult> answer = begin("click", Map.of());
            click.awaitEntered();
            page().opensDialog("d-1");
            assertThat(get(answer).success()).isTrue();
            assertThat(field(answer, "blocked_by_dialog", "id")).isEqualTo("d-1");
            assertThat(field(answer, "page", "state")).isEqualTo("blocked_by_dialog");
            click.awaitLeft();
        }

        @Test
        void thatOpensEndsAQueryAsBlocked() {
            FakeTool evaluate = offer("evaluate", OnDialog.FAIL, false, ToolHostTest::frozen);
            CompletableFuture<ToolResult> answer = begin("evaluate", Map.of());
            evaluate.awaitEntered();
            page().opensDialog("d-1");
            failed(answer, ErrorCode.BLOCKED_BY_DIALOG, "browser_dialog");
            evaluate.awaitLeft();
        }

        @Test
        void thatOpensGivesAQueryThatMayStartUnderOneAMomentForItsReply() {
            CountDownLatch go = new CountDownLatch(1);
            FakeTool targets = offer("targets", OnDialog.FAIL, true, call -> {
                await(go);
                return ToolResult.ok(Map.of("n", 1));
            });
            CompletableFuture<ToolResult> answer = begin("targets", Map.of());
            targets.awaitEntered();
            page().opensDialog("d-1");
            go.countDown();
            assertThat(get(answer).fields()).containsEntry("n", 1);
        }

        @Test
        void thatOpensEndsAlsoAQueryThatMayStartUnderOne() {
            FakeTool navigate = offer("Page.navigate", OnDialog.FAIL, true, ToolHostTest::frozen);
            CompletableFuture<ToolResult> answer = begin("Page.navigate", Map.of());
            navigate.awaitEntered();
            page().opensDialog("d-1");
            failed(answer, ErrorCode.BLOCKED_BY_DIALOG, "d-1");
            navigate.awaitLeft();
        }

        @Test
        void thatOpensBetweenTheLookAndTheStartIsNotLost() {
            for (int i = 0; i < 200; i++) {
                String task = "race-" + i;
                get(begin("open", Map.of("task_id", task)));
                offer("wait-" + i, OnDialog.FAIL, false, ToolHostTest::frozen);
                CompletableFuture<ToolResult> answer = begin("wait-" + i, Map.of("task_id", task));
                registry.of(task).opensDialog("d-1");
                failed(answer, ErrorCode.BLOCKED_BY_DIALOG, "d-1");
            }
        }

        @Test
        void thatIsOpenAlreadyKeepsAnActionFromBeingDone() {
            FakeTool click = offer("click", OnDialog.SUCCEED, false, call -> {
                throw new AssertionError("must not be done");
            });
            page().opensDialog("d-1");
            failed(begin("click", Map.of()), ErrorCode.BLOCKED_BY_DIALOG, "d-1");
            assertThat(click).isNotNull();
        }

        @Test
        void thatNobodyCanAnswerIsToldTogetherWithTheWayOut() {
            offer("click", OnDialog.SUCCEED, false, ToolHostTest::frozen);
            page().isStuckIn("d-1");
            Map<String, Object> fields = failed(begin("click", Map.of()), ErrorCode.BLOCKED_BY_DIALOG, "force:true");
            assertThat(fields.get("error")).asString().doesNotContain("browser_dialog");
        }

        @Test
        void isAnsweredWhileOtherCallsOfTheTaskWait() {
            FakeTool slow = offer("slow", OnDialog.GO_ON, true, ToolHostTest::frozen);
            offer("answer", OnDialog.GO_ON, true, call -> ToolResult.ok(Map.of("did", "answer")));
            begin("slow", Map.of());
            slow.awaitEntered();
            page().opensDialog("d-1");
            assertThat(call("answer").success()).isTrue();
        }
    }

    @Nested
    class TheEndOfThePage {

        @Test
        void endsAWaitingCallWithItsCode() {
            for (Map.Entry<Interruption.Kind, ErrorCode> end : Map.of(
                            Interruption.Kind.CRASHED, ErrorCode.TARGET_CRASHED,
                            Interruption.Kind.TAB_GONE, ErrorCode.TAB_GONE,
                            Interruption.Kind.DISCONNECTED, ErrorCode.DISCONNECTED)
                    .entrySet()) {
                FakeTool tool = offer("wait-" + end.getKey(), OnDialog.SUCCEED, false, ToolHostTest::frozen);
                CompletableFuture<ToolResult> answer = begin("wait-" + end.getKey(), Map.of());
                tool.awaitEntered();
                page().interrupt(new Interruption(end.getKey(), Optional.empty(), "what to do next"));
                failed(answer, end.getValue(), "what to do next");
                tool.awaitLeft();
            }
        }

        @Test
        void leavesNoListenerBehind() {
            call("open");
            Await.until("the end of the subscription", () -> page().listeners() == 0);
        }
    }

    @Nested
    class AToolThatMisbehaves {

        @Test
        void isAnsweredForAtTheDeadlineAndReleased() {
            FakeTool tool = offer("slow", OnDialog.FAIL, false, ToolHostTest::frozen);
            failed(begin("slow", Map.of("timeout", 0.2)), ErrorCode.TIMEOUT, "slow");
            tool.awaitLeft();
        }

        @Test
        void isReportedAsABugWhateverItThrows() {
            offer("npe", OnDialog.FAIL, false, call -> {
                throw new NullPointerException("secret inside");
            });
            offer("linkage", OnDialog.FAIL, false, call -> {
                throw new NoClassDefFoundError("x");
            });
            assertThat(failed(begin("npe", Map.of()), ErrorCode.INTERNAL, "log").get("error"))
                    .asString()
                    .doesNotContain("secret");
            failed(begin("linkage", Map.of()), ErrorCode.INTERNAL, "log");
        }

        @Test
        void canBeCancelled() {
            FakeTool tool = offer("slow", OnDialog.FAIL, false, ToolHostTest::frozen);
            CompletableFuture<ToolResult> answer = begin("slow", Map.of());
            tool.awaitEntered();
            answer.cancel(true);
            tool.awaitLeft();
        }
    }

    @Nested
    class Tools {

        @Test
        void thatNeverWereAreToldFromThoseThatAreGone() {
            failed(begin("teleport", Map.of()), ErrorCode.INVALID_ARGUMENT, "open");
            FakeTool gone = new FakeTool("gone", OnDialog.FAIL, false, call -> ToolResult.ok(Map.of()));
            host.add(gone, 0, 99);
            host.remove(gone, 99);
            failed(begin("gone", Map.of()), ErrorCode.TOOL_GONE, "open");
        }

        @Test
        void thatAreWithdrawnWhileTheyRunAreSaidToBe() {
            FakeTool tool = new FakeTool("leaving", OnDialog.FAIL, false, ToolHostTest::frozen);
            host.add(tool, 0, 99);
            CompletableFuture<ToolResult> answer = begin("leaving", Map.of());
            tool.awaitEntered();
            host.remove(tool, 99);
            failed(answer, ErrorCode.TOOL_GONE, "withdrawn");
            tool.awaitLeft();
        }

        @Test
        void ofOneNameTheHighestRankedIsUsedAndTheOtherComesBack() {
            FakeTool low = new FakeTool("same", OnDialog.FAIL, false, call -> ToolResult.ok(Map.of("who", "low")));
            FakeTool high = new FakeTool("same", OnDialog.FAIL, false, call -> ToolResult.ok(Map.of("who", "high")));
            host.add(low, 0, 50);
            host.add(high, 5, 51);
            assertThat(call("same").fields()).containsEntry("who", "high");
            host.remove(high, 51);
            assertThat(call("same").fields()).containsEntry("who", "low");
        }

        @Test
        void areGoneByTheirServiceWhateverBecameOfItsRanking() {
            FakeTool tool = new FakeTool("ranked", OnDialog.FAIL, false, call -> ToolResult.ok(Map.of()));
            host.add(tool, 5, 99);
            assertThat(call("ranked").success()).isTrue();
            host.remove(tool, 99);
            failed(begin("ranked", Map.of()), ErrorCode.TOOL_GONE, "open");
            assertThat(host.tools("default"))
                    .extracting(ToolDefinition::name)
                    .contains("open")
                    .doesNotContain("ranked");
        }

        @Test
        void areListedByNameWithTheHostsOwnArgument() {
            List<ToolDefinition> tools = host.tools("default");
            assertThat(tools).extracting(ToolDefinition::name).isSorted().contains("open");
            assertThat(tools)
                    .allSatisfy(t -> assertThat(t.inputSchema().get("properties"))
                            .asString()
                            .contains("task_id"));
        }

        @Test
        void areCheckedAgainstTheirSchema() {
            offer("strict", OnDialog.FAIL, false, call -> ToolResult.ok(Map.of()));
            failed(begin("strict", Map.of("how", "maybe")), ErrorCode.INVALID_ARGUMENT, "how");
            failed(begin("strict", Map.of("timeout", 301)), ErrorCode.INVALID_ARGUMENT, "timeout");
            failed(begin("strict", Map.of("nonsense", 1)), ErrorCode.INVALID_ARGUMENT, "nonsense");
            failed(begin("strict", Map.of("task_id", 7)), ErrorCode.INVALID_ARGUMENT, "task_id");
            assertThat(call("strict").success()).isTrue();
        }

        @Test
        void areAnnouncedWhenTheyChange() {
            CountDownLatch told = new CountDownLatch(2);
            host.onToolsChanged(told::countDown);
            FakeTool tool = new FakeTool("new", OnDialog.FAIL, false, call -> ToolResult.ok(Map.of()));
            host.add(tool, 0, 99);
            host.remove(tool, 99);
            await(told);
        }
    }

    @Nested
    class AToolThatFailsWhenItIsAskedWhatItIs {

        private final List<BrowserTool> failing = List.of(
                new FailingTool(new IllegalStateException("on purpose"), true),
                new FailingTool(new NoClassDefFoundError("on purpose"), true),
                new FailingTool(new IllegalStateException("on purpose"), false),
                new FailingTool(new NoClassDefFoundError("on purpose"), false));

        @BeforeEach
        void standFirst() {
            for (int i = 0; i < failing.size(); i++) {
                host.add(failing.get(i), 100, 200 + i);
            }
        }

        @Test
        void takesNoOtherToolWithIt() {
            assertThat(host.tools("default")).extracting(ToolDefinition::name).containsExactly("open");
            assertThat(call("open").success()).isTrue();
            failed(begin("failing", Map.of()), ErrorCode.TOOL_GONE, "open");
            failed(begin("teleport", Map.of()), ErrorCode.INVALID_ARGUMENT, "open");
        }

        @Test
        void isComplainedOfOnce() {
            List<String> warnings = new CopyOnWriteArrayList<>();
            Handler ear = new Handler() {
                @Override
                public void publish(LogRecord logged) {
                    if (logged.getLevel() == Level.WARNING) {
                        warnings.add(logged.getMessage());
                    }
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };
            Logger log = Logger.getLogger(ToolShelf.class.getName());
            log.addHandler(ear);
            try {
                host.tools("default");
                host.tools("default");
                call("open");
            } finally {
                log.removeHandler(ear);
            }
            assertThat(warnings)
                    .hasSize(failing.size())
                    .allSatisfy(w -> assertThat(w).contains(FailingTool.class.getName(), "not offered"));
        }

        @Test
        void canBeWithdrawn() {
            CountDownLatch told = new CountDownLatch(failing.size());
            host.onToolsChanged(told::countDown);
            for (int i = 0; i < failing.size(); i++) {
                host.remove(failing.get(i), 200 + i);
            }
            await(told);
            assertThat(call("open").success()).isTrue();
        }

        @Test
        void orHowItRunsIsReportedAsABugOfThatCall() {
            FakeTool tool = new FakeTool("lazy", OnDialog.FAIL, false, call -> ToolResult.ok(Map.of()));
            host.add(
                    new BrowserTool() {
                        @Override
                        public ToolDefinition definition() {
                            return tool.definition();
                        }

                        @Override
                        public boolean runsDuringDialog(Map<String, Object> arguments) {
                            throw new NoClassDefFoundError("on purpose");
                        }

                        @Override
                        public ToolResult call(ToolCall call) {
                            return tool.call(call);
                        }
                    },
                    0,
                    300);
            failed(begin("lazy", Map.of()), ErrorCode.INTERNAL, "log");
        }
    }

    @Nested
    class State {

        @Test
        void ridesOnFailuresAndWhereItIsAskedFor() {
            offer("plain", OnDialog.FAIL, false, call -> ToolResult.ok(Map.of("n", 1)));
            offer("sad", OnDialog.FAIL, false, call -> {
                throw new BrowserException(ErrorCode.NAVIGATION_FAILED, "no", Map.of("net_error", "net::ERR"));
            });
            assertThat(call("plain").fields()).containsOnlyKeys("n");
            assertThat(call("open").fields()).containsKeys("pending_dialogs", "frame_tree", "page");
            assertThat(failed(begin("sad", Map.of()), ErrorCode.NAVIGATION_FAILED, "no"))
                    .containsEntry("net_error", "net::ERR")
                    .containsKeys("pending_dialogs", "frame_tree", "page");
        }

        @Test
        void isAbsentWithoutABrowser() {
            offer("look", OnDialog.SUCCEED, true, call -> {
                call.cdp();
                return ToolResult.ok(Map.of());
            });
            assertThat(failed(begin("look", Map.of("task_id", "other")), ErrorCode.NO_SUPERVISOR, "browser_navigate"))
                    .doesNotContainKey("page");
        }
    }

    @Nested
    class Browsers {

        @Test
        void thatDiedAreStartedAgainForTheCallThatWantsThemAndItSaysSo() {
            assertThat(call("open").fields()).doesNotContainKey("relaunched");
            local.dead = true;
            assertThat(call("open").fields()).containsEntry("relaunched", true);
            assertThat(call("open").fields()).doesNotContainKey("relaunched");
        }

        @Test
        void thatDiedAreNotStartedAgainByAConnectionThatIsBeingRestored() {
            local.dead = true;
            assertThatThrownBy(() -> registry.spec("default").endpoint().get())
                    .hasMessageContaining("browser_navigate");
            assertThat(local.dead).isTrue();
        }

        @Test
        void areGivenBackWhenTheTaskIsClosed() {
            offer("bye", OnDialog.GO_ON, true, call -> ToolResult.ok(Map.of("closed", call.close())));
            assertThat(local.open).hasValue(1);
            assertThat(call("bye").fields().get("closed")).asString().contains("page=true", "browser=true");
            assertThat(local.open).hasValue(0);
            assertThat(call("bye").fields().get("closed")).asString().contains("nothing was open");
        }

        @Test
        void ofABackendThatStopsAreGivenBackAndTheirCallsAreTold() {
            FakeTool tool = offer("wait", OnDialog.FAIL, false, ToolHostTest::frozen);
            CompletableFuture<ToolResult> answer = begin("wait", Map.of());
            tool.awaitEntered();
            FakeBackend successor = new FakeBackend("local", Acceptance.YES, true);
            host.add(successor);
            host.remove(local);
            failed(answer, ErrorCode.BACKEND_GONE, "browser_navigate");
            assertThat(local.open).hasValue(0);
            assertThat(call("open").success()).isTrue();
            assertThat(successor.open).hasValue(1);
        }

        @Test
        void thatAreOpenedWhileTheirBackendGoesAreGivenBack() {
            CountDownLatch opening = new CountDownLatch(1);
            CountDownLatch gone = new CountDownLatch(1);
            FakeBackend slow = new FakeBackend("external", Acceptance.YES, true) {
                @Override
                public BackendSession open(BackendRequest request) {
                    opening.countDown();
                    await(gone);
                    return super.open(request);
                }
            };
            host.add(slow);
            CompletableFuture<ToolResult> answer = begin("open", Map.of("task_id", "second"));
            await(opening);
            host.remove(slow);
            gone.countDown();
            failed(answer, ErrorCode.BACKEND_GONE, "browser_navigate");
            assertThat(slow.open).hasValue(0);
            assertThat(registry.of("second")).isNull();
        }

        @Test
        void whoseBackendIsGoingDoNotKeepAnAnswerBack() {
            FakeBackend broken = new FakeBackend("external", Acceptance.YES, true) {
                @Override
                public String name() {
                    if (open.get() > 0) {
                        throw new IllegalStateException("invalid bundle context");
                    }
                    return super.name();
                }
            };
            host.add(broken);
            assertThat(get(begin("open", Map.of("task_id", "second"))).success())
                    .isTrue();
        }

        @Test
        void thatOthersOwnOpenNoPrivateAddress() {
            host.remove(local);
            FakeBackend external = new FakeBackend("external", Acceptance.YES, false);
            host.add(external);
            failed(begin("open", Map.of()), ErrorCode.URL_BLOCKED, "browser.allow_private_urls");
            assertThat(external.open).as("given back").hasValue(0);
        }

        @Test
        void areMissingWithTheReasonOfEverySource() {
            host.remove(local);
            host.add(new FakeBackend("external", Acceptance.no("no address is set"), false));
            failed(begin("open", Map.of()), ErrorCode.BACKEND_UNAVAILABLE, "no address is set");
        }

        @Test
        void ofTheMoreDeliberateSourceComeFirst() {
            FakeBackend external = new FakeBackend("external", Acceptance.YES, true);
            host.add(external);
            assertThat(get(begin("open", Map.of("task_id", "second"))).success())
                    .isTrue();
            assertThat(external.open).hasValue(1);
        }
    }

    // -- helpers

    private static ToolResult frozen(ToolCall call) {
        call.cdp().call(CdpRoute.PAGE, "Runtime.evaluate", Map.of(), COMMAND_TIMEOUT);
        return ToolResult.ok(Map.of());
    }

    private FakeTool offer(String name, OnDialog onDialog, boolean underDialog, Function<ToolCall, ToolResult> body) {
        FakeTool tool = new FakeTool(name, onDialog, underDialog, body);
        host.add(tool, 0, ++services);
        return tool;
    }

    private FakeSupervisor page() {
        return registry.of("default");
    }

    private ToolResult call(String tool) {
        return get(begin(tool, Map.of()));
    }

    private CompletableFuture<ToolResult> begin(String tool, Map<String, Object> arguments) {
        return host.call(new ToolRequest("default", tool, arguments, (fraction, message) -> {}));
    }

    private static ToolResult get(CompletableFuture<ToolResult> answer) {
        return answer.orTimeout(10, TimeUnit.SECONDS).join();
    }

    private static Object field(CompletableFuture<ToolResult> answer, String object, String key) {
        return ((Map<?, ?>) get(answer).fields().get(object)).get(key);
    }

    private static Map<String, Object> failed(CompletableFuture<ToolResult> answer, ErrorCode code, String hint) {
        ToolResult result = get(answer);
        assertThat(result.success()).isFalse();
        assertThat(result.fields()).containsEntry("code", code.wire());
        assertThat(result.fields().get("error")).asString().contains(hint);
        return result.fields();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
