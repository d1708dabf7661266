package io.cdpsupervisor.mcp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.host.ToolRequest;
import io.cdpsupervisor.api.tool.ToolResult;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StdioServerTest {

    @Nested
    class BeforeInitialize {
        private Agent agent;

        @BeforeEach
        void connect() throws IOException {
            agent = new Agent();
        }

        @AfterEach
        void close() throws IOException {
            agent.close();
        }

        @ParameterizedTest
        @CsvSource({
            "2024-11-05, 2024-11-05",
            "2025-03-26, 2025-03-26",
            "2025-06-18, 2025-06-18",
            "2025-11-25, 2025-11-25",
            "2199-01-01, 2025-11-25"
        })
        void theProtocolVersionIsAgreedOn(String asked, String agreed) throws IOException {
            JsonNode result = agent.initialize(asked).get("result");

            assertThat(result.get("protocolVersion").asText()).isEqualTo(agreed);
            assertThat(result.at("/serverInfo/name").asText()).isEqualTo("cdp-supervisor");
            assertThat(result.at("/serverInfo/version").asText()).isEqualTo("1.2.3");
            assertThat(result.at("/capabilities/tools/listChanged").asBoolean()).isTrue();
            assertThat(result.get("instructions").asText())
                    .contains("pending_dialogs", "browser_dialog", "blocked_by_dialog");
        }

        @Test
        void aPingIsAnsweredAndOtherRequestsAreRefused() throws IOException {
            agent.ping(1);
            agent.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");

            JsonNode error = agent.answer(2).get("error");
            assertThat(error.get("code").asInt()).isEqualTo(-32600);
            assertThat(error.get("message").asText()).contains("initialize first");
        }

        @Test
        void initializeWithoutAVersionIsRefusedAndTheNextOneWorks() throws IOException {
            agent.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}");
            agent.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");

            assertThat(agent.answer(1).at("/error/code").asInt()).isEqualTo(-32602);
            assertThat(agent.answer(2).at("/error/code").asInt()).isEqualTo(-32600);
            assertThat(agent.initialize("2025-06-18").has("result")).isTrue();
        }

        @Test
        void aChangeOfTheToolsIsNotTold() throws IOException {
            agent.host.change(FakeHost.tool("early"));
            agent.initialize("2025-06-18");
            agent.host.change(FakeHost.tool("late"));

            agent.notification("notifications/tools/list_changed");
            assertThat(agent.untaken()).isEmpty();
        }
    }

    @Nested
    class InASession {
        private Agent agent;

        @BeforeEach
        void connect() throws IOException {
            agent = Agent.initialized();
        }

        @AfterEach
        void close() throws IOException {
            agent.close();
        }

        @Test
        void theToolsOfTheHostAreListedWithoutWaitingForInitialized() throws IOException {
            agent.host.tools = List.of(FakeHost.tool("one"), FakeHost.tool("two"));
            agent.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}}");

            JsonNode tools = agent.answer(1).at("/result/tools");
            assertThat(tools).hasSize(2);
            assertThat(tools.at("/0/name").asText()).isEqualTo("one");
            assertThat(tools.at("/0/description").asText()).isEqualTo("Does one");
            assertThat(tools.at("/0/inputSchema/type").asText()).isEqualTo("object");
            assertThat(tools.at("/0/inputSchema/properties/task_id/type").asText())
                    .isEqualTo("string");
            assertThat(tools.at("/0/annotations/readOnlyHint").asBoolean()).isTrue();
            assertThat(tools.at("/0/annotations").has("destructiveHint")).isFalse();
        }

        @Test
        void aCallReachesTheHostAsTheDefaultTask() throws Exception {
            agent.call(1, "some_tool", "{\"a\":1,\"b\":[1.5,null,\"x\"],\"big\":12345678901234567890}");

            agent.answer(1);
            ToolRequest request = agent.host.requests.poll(1, TimeUnit.SECONDS);
            assertThat(request.taskId()).isEqualTo("default");
            assertThat(request.tool()).isEqualTo("some_tool");
            assertThat(request.arguments())
                    .containsEntry("a", 1L)
                    .containsEntry("big", new BigInteger("12345678901234567890"));
        }

        @Test
        void textAndStructuredContentAreTheSameObject() throws Exception {
            agent.call(
                    1,
                    "t",
                    "{\"s\":\"a\\n\\\"\u00e9\ud83d\ude00\",\"n\":null,\"list\":[{}],\"long\":9007199254740993}");

            JsonNode result = agent.answer(1).get("result");
            JsonNode structured = result.get("structuredContent");
            assertThat(result.at("/content/0/type").asText()).isEqualTo("text");
            assertThat(new ObjectMapper().readTree(result.at("/content/0/text").asText()))
                    .isEqualTo(structured);
            assertThat(structured.get("success").asBoolean()).isTrue();
            assertThat(structured.get("s").asText()).isEqualTo("a\n\"\u00e9\ud83d\ude00");
            assertThat(structured.get("n").isNull()).isTrue();
            assertThat(structured.get("long").asLong()).isEqualTo(9007199254740993L);
            assertThat(result.get("isError").asBoolean()).isFalse();
            assertThat(result.fieldNames()).toIterable().containsExactly("content", "structuredContent", "isError");
            assertThat(result.at("/content/0").fieldNames()).toIterable().containsExactly("type", "text");
        }

        @Test
        void aFailureIsMarkedAsOne() throws IOException {
            agent.host.answer = r ->
                    CompletableFuture.completedFuture(ToolResult.failure(ErrorCode.NO_DIALOG, "There is no dialog."));
            agent.call(1, "t", "{}");

            JsonNode result = agent.answer(1).get("result");
            assertThat(result.get("isError").asBoolean()).isTrue();
            assertThat(result.at("/structuredContent/success").asBoolean(true)).isFalse();
            assertThat(result.at("/structuredContent/code").asText()).isEqualTo("no_dialog");
        }

        @Test
        void picturesComeAsImageItemsBesideTheJson() throws IOException {
            byte[] png = {(byte) 0x89, 'P', 'N', 'G', 0, -1};
            agent.host.answer = r ->
                    CompletableFuture.completedFuture(ToolResult.ok(Map.of()).withImage(png));
            agent.call(1, "t", "{}");

            JsonNode image = agent.answer(1).at("/result/content/1");
            assertThat(image.fieldNames()).toIterable().containsExactly("type", "data", "mimeType");
            assertThat(image.get("type").asText()).isEqualTo("image");
            assertThat(image.get("mimeType").asText()).isEqualTo("image/png");
            assertThat(Base64.getDecoder().decode(image.get("data").asText())).isEqualTo(png);
        }

        @Test
        void halfASurrogatePairDoesNotBreakTheLine() throws IOException {
            agent.host.answer = r -> CompletableFuture.completedFuture(ToolResult.ok(Map.of("s", "a\ud800b")));
            agent.call(1, "t", "{}");

            assertThat(agent.answer(1).at("/result/structuredContent/s").asText())
                    .isEqualTo("a?b");
        }

        @Test
        void sixtyFourCallsRunSideBySideAndEachGetsItsOwnAnswer() throws Exception {
            List<CompletableFuture<ToolResult>> open = new ArrayList<>();
            agent.host.answer = r -> {
                CompletableFuture<ToolResult> call = new CompletableFuture<>();
                open.add(call);
                return call;
            };
            for (int id = 0; id < 64; id++) {
                agent.call(id, "t", "{}");
            }
            agent.ping(1000);
            assertThat(open).as("calls at the host, none answered").hasSize(64);
            List<Thread> threads = new ArrayList<>();
            for (int id = 63; id >= 0; id--) {
                int number = id;
                threads.add(new Thread(() -> open.get(number).complete(ToolResult.ok(Map.of("number", number)))));
            }
            threads.forEach(Thread::start);

            for (int id = 0; id < 64; id++) {
                assertThat(agent.answer(id)
                                .at("/result/structuredContent/number")
                                .asInt(-1))
                        .isEqualTo(id);
            }
        }

        @Test
        void callsBeyondTheCapAreToldSoAndRoomComesBack() throws IOException {
            List<CompletableFuture<ToolResult>> open = new ArrayList<>();
            agent.host.answer = r -> {
                CompletableFuture<ToolResult> call = new CompletableFuture<>();
                open.add(call);
                return call;
            };
            for (int id = 0; id < ToolCalls.MAX_RUNNING; id++) {
                agent.call(id, "t", "{}");
            }
            agent.call(500, "t", "{}");
            JsonNode refused = agent.answer(500).at("/result/structuredContent");
            assertThat(refused.get("code").asText()).isEqualTo("backend_unavailable");
            assertThat(refused.get("error").asText()).contains("128 calls are running");

            open.forEach(call -> call.complete(ToolResult.ok(Map.of())));
            agent.host.answer = FakeHost::echo;
            agent.call(501, "t", "{}");
            assertThat(agent.answer(501).at("/result/structuredContent/success").asBoolean())
                    .isTrue();
        }

        @Test
        void aCallOfTwentyMegabytesBothWaysWorks() throws IOException {
            String big = "x".repeat(20 * 1024 * 1024);
            agent.call(1, "t", "{\"text\":\"" + big + "\"}");

            assertThat(agent.answer(1)
                            .at("/result/structuredContent/text")
                            .asText()
                            .equals(big))
                    .as("the text came back whole")
                    .isTrue();
        }

        @ParameterizedTest
        @ValueSource(strings = {"throws", "fails", "null future", "null result", "no JSON", "too deep"})
        void whateverTheHostDoesTheAgentIsAnswered(String way) throws IOException {
            agent.host.answer = r -> switch (way) {
                case "throws" -> throw new NoClassDefFoundError("gone");
                case "fails" -> CompletableFuture.failedFuture(new StackOverflowError());
                case "null future" -> null;
                case "too deep" -> CompletableFuture.completedFuture(ToolResult.ok(nested(100_000)));
                case "null result" -> CompletableFuture.completedFuture(null);
                default -> CompletableFuture.completedFuture(ToolResult.ok(Map.of("o", new Object())));
            };
            agent.call(1, "some_tool", "{}");

            JsonNode result = agent.answer(1).at("/result/structuredContent");
            assertThat(result.get("success").asBoolean(true)).isFalse();
            assertThat(result.get("code").asText()).isEqualTo("internal");
            assertThat(result.get("error").asText()).contains("the log has the details under");
            agent.ping(2);
        }

        @Test
        void aHostThatCannotListItsToolsIsAnError() throws IOException {
            agent.host.tools = null;
            agent.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");

            assertThat(agent.answer(1).at("/error/code").asInt()).isEqualTo(-32603);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "this is not json | -32700",
                    "{\"jsonrpc\":\"2.0\", | -32700",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":9} trailing | -32700",
                    "[{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}] | -32600",
                    "\"text\" | -32600",
                    "12 | -32600",
                    "null | -32600",
                    "{} | -32600",
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"} | -32600",
                    "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"} | -32600",
                    "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"} | -32600"
                })
        void aLineThatIsNoMessageIsAnsweredWithoutAnIdAndTheSessionGoesOn(String line, int code) throws IOException {
            agent.send(line);

            JsonNode answer = agent.await(m -> m.path("id").isNull());
            assertThat(answer.at("/error/code").asInt()).isEqualTo(code);
            assertThat(answer.at("/error/message").asText()).isNotBlank();
            agent.ping(1);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"no/such\"} | -32601",
                    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"resources/list\"} | -32601",
                    "{\"id\":5,\"method\":\"tools/list\"} | -32600",
                    "{\"jsonrpc\":\"2.0\",\"id\":5} | -32600",
                    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\",\"params\":[1]} | -32602",
                    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\"} | -32602",
                    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":1}} | -32602",
                    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":[]}} | -32602"
                })
        void aRequestThatCannotBeMeantIsRefusedUnderItsId(String line, int code) throws IOException {
            agent.send(line);

            assertThat(agent.answer(5).at("/error/code").asInt()).isEqualTo(code);
            agent.ping(1);
        }

        @Test
        void nothingIsSaidToEmptyLinesUnknownNotificationsAndUnexpectedAnswers() throws IOException {
            agent.send("");
            agent.send("  \r");
            agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unknown\",\"params\":[]}");
            agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            agent.send("{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}");
            agent.ping(1);

            assertThat(agent.untaken()).isEmpty();
        }

        @Test
        void aLineBeyondTheLimitIsDroppedAndTheSessionGoesOn() throws IOException {
            agent.send("x".repeat(StdioServer.MAX_LINE + 1));

            JsonNode answer = agent.await(m -> m.path("id").isNull());
            assertThat(answer.at("/error/code").asInt()).isEqualTo(-32600);
            assertThat(answer.at("/error/message").asText()).contains("longer than " + StdioServer.MAX_LINE);
            agent.ping(1);
        }

        @Test
        void aLineOfTooManyValuesIsRefusedAndTheSessionGoesOn() throws IOException {
            agent.send("[" + "{},".repeat(1_100_000) + "{}]");

            JsonNode answer = agent.await(m -> m.path("id").isNull());
            assertThat(answer.at("/error/code").asInt()).isEqualTo(-32600);
            assertThat(answer.at("/error/message").asText()).contains("too many values");
            agent.ping(1);
        }

        @Test
        void aCallThatCannotBeCancelledDoesNotEndTheSessionButTheEndOfTheInputDoes() throws Exception {
            agent.host.answer = r -> new Uncancellable();
            agent.call(1, "t", "{}");
            agent.call(2, "t", "{}");
            agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");

            JsonNode answer = agent.await(m -> m.path("id").isNull());
            assertThat(answer.at("/error/code").asInt()).isEqualTo(-32603);
            agent.ping(3);

            agent.hangUp();
            assertThat(agent.ended.await(30, TimeUnit.SECONDS))
                    .as("the host is told to end")
                    .isTrue();
        }

        @Test
        void initializeAgainIsAnswered() throws IOException {
            assertThat(agent.initialize("2024-11-05")
                            .at("/result/protocolVersion")
                            .asText())
                    .isEqualTo("2024-11-05");
            agent.call(1, "t", "{}");
            assertThat(agent.answer(1).has("result")).isTrue();
        }

        @Nested
        class WithACallThatWaits {
            private final CompletableFuture<ToolResult> call = new CompletableFuture<>();
            private ToolRequest request;

            @BeforeEach
            void call() throws Exception {
                agent.host.answer = r -> call;
                agent.send("""
                    {"jsonrpc":"2.0","id":"slow","method":"tools/call","params":{"name":"t","_meta":{"progressToken":"p"}}}""");
                request = agent.host.requests.poll(30, TimeUnit.SECONDS);
                assertThat(request).as("the call at the host").isNotNull();
                agent.ping(0);
            }

            @Test
            void cancellingCancelsItAtTheHostAndNothingIsAnsweredOrLogged() throws Exception {
                try (var log = new RecordedLog()) {
                    agent.send("""
                    {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"slow","reason":"no need"}}""");
                    agent.ping(1);

                    assertThat(call).isCancelled();
                    assertThat(agent.untaken())
                            .as("answers to the cancelled call")
                            .isEmpty();
                    assertThat(log.messages()).isEmpty();
                }
            }

            @Test
            void cancellingAnotherIdOrNonsenseDoesNothing() throws Exception {
                agent.send("""
                    {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"other"}}""");
                agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");
                agent.ping(1);
                call.complete(ToolResult.ok(Map.of()));

                assertThat(agent.answer("slow").has("result")).isTrue();
            }

            @Test
            void progressIsToldRisingAndNotAfterTheAnswer() throws Exception {
                request.progress().accept(0.0, "starting");
                request.progress().accept(0.5, "half");
                request.progress().accept(0.4, "back");
                call.complete(ToolResult.ok(Map.of()));
                request.progress().accept(0.9, "late");

                JsonNode first = agent.notification("notifications/progress").get("params");
                assertThat(first.get("progressToken").asText()).isEqualTo("p");
                assertThat(first.get("progress").asDouble()).isZero();
                assertThat(first.get("total").asDouble()).isEqualTo(1.0);
                assertThat(first.get("message").asText()).isEqualTo("starting");
                JsonNode second = agent.notification("notifications/progress").get("params");
                assertThat(second.get("progress").asDouble()).isEqualTo(0.5);
                agent.answer("slow");
                agent.ping(1);
                assertThat(agent.untaken()).isEmpty();
            }

            @Test
            void aSecondRequestWithItsIdIsRefused() throws Exception {
                agent.send("{\"jsonrpc\":\"2.0\",\"id\":\"slow\",\"method\":\"tools/list\"}");
                JsonNode refused = agent.answer("slow");
                assertThat(refused.at("/error/message").asText()).contains("still running");
                call.complete(ToolResult.ok(Map.of()));
                assertThat(agent.answer("slow").has("result")).isTrue();
            }

            @Test
            void theEndOfTheInputCancelsItAndEndsTheHost() throws Exception {
                agent.hangUp();

                assertThat(agent.ended.await(30, TimeUnit.SECONDS))
                        .as("the host is told to end")
                        .isTrue();
                assertThat(call).isCancelled();
            }

            @Test
            void anAgentThatNoLongerReadsEndsTheHost() throws Exception {
                agent.stopReading();

                assertThat(agent.endsWhileAskedForAnswers())
                        .as("the host is told to end")
                        .isTrue();
            }

            @Test
            void closingCancelsItAndDoesNotEndTheHost() throws Exception {
                agent.close();

                assertThat(call).isCancelled();
                assertThat(call.handle((r, e) -> e).get()).isInstanceOf(CancellationException.class);
                assertThat(agent.ended.getCount()).as("the host goes on").isOne();
                assertThat(agent.host.listeners).isEmpty();
            }
        }

        @Test
        void noProgressIsToldToAnAgentThatDidNotAsk() throws IOException {
            agent.host.answer = r -> {
                r.progress().accept(0.5, "half");
                return FakeHost.echo(r);
            };
            agent.call(1, "t", "{}");

            agent.answer(1);
            assertThat(agent.untaken()).isEmpty();
        }

        @Test
        void closingLeavesNoThreadBehind() throws IOException {
            agent.close();

            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name ->
                            name.startsWith("cdp-mcp") || name.startsWith("parallel") || name.startsWith("bounded"));
        }
    }

    /** Stands for whatever may go wrong while a line is handled. */
    private static final class Uncancellable extends CompletableFuture<ToolResult> {
        @Override
        public boolean cancel(boolean mayInterrupt) {
            throw new OutOfMemoryError("on purpose");
        }
    }

    private static Map<String, Object> nested(int depth) {
        Map<String, Object> map = Map.of();
        for (int i = 0; i < depth; i++) {
            map = Map.of("in", map);
        }
        return map;
    }
}
