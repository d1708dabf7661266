package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.cdp.CallOptions;
import io.cdpsupervisor.api.cdp.CapturedCdp;
import io.cdpsupervisor.api.cdp.CapturedCdpInvalidException;
import io.cdpsupervisor.api.dialog.DialogPolicy;
import io.cdpsupervisor.api.supervisor.SupervisorSpec;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.testkit.Await;
import io.cdpsupervisor.testkit.FakeConnection;
import io.cdpsupervisor.testkit.ManualLoop;
import io.cdpsupervisor.transport.CdpConnection;
import io.cdpsupervisor.transport.CdpConnector;
import io.cdpsupervisor.transport.CdpListener;
import io.cdpsupervisor.transport.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A task's life on a loop that the test runs by hand, in front of connections that it answers. */
class TaskSupervisorTest {

    private final ManualLoop loop = new ManualLoop();
    private final List<FakeConnection> dials = new CopyOnWriteArrayList<>();
    private final List<TaskSupervisor> ended = new CopyOnWriteArrayList<>();
    private volatile Supplier<CdpEndpoint> endpoint = () -> new CdpEndpoint("http://127.0.0.1:1");

    private final CdpConnector connector = new CdpConnector() {
        @Override
        public EventLoop newLoop(String threadName) {
            return loop;
        }

        @Override
        public CdpConnection connect(
                CdpEndpoint address, EventLoop ofTask, CdpListener listener, Duration timeout, long maxMessageBytes) {
            FakeConnection connection = new FakeConnection(ofTask, listener);
            dials.add(connection);
            return connection;
        }
    };

    private final TaskSupervisor task = new TaskSupervisor(
            "t",
            new SupervisorSpec(
                    "e",
                    () -> endpoint.get(),
                    Optional.empty(),
                    Optional.empty(),
                    Duration.ofSeconds(5),
                    1 << 20,
                    true),
            new Shared(
                    connector,
                    () -> new DialogSettings(DialogPolicy.MUST_RESPOND, Duration.ofSeconds(300)),
                    new Deciders(),
                    Publisher.EventSink.NONE,
                    (endpointId, targetId, exceptTask) -> Optional.empty()),
            () -> 1,
            ended::add);

    @Nested
    class AStop {

        @Test
        void whileTheLastReplyOfTheAttachIsQueuedIsTheEnd() {
            FakeConnection browser = dial();
            armAllBut("Page.enable", browser);
            browser.answer("Page.enable", Map.of());
            loop.step(() -> task.connection().leave());
            browser.sent("Target.closeTarget").forEach(s -> browser.answer("Target.closeTarget", Map.of()));
            loop.advance(Duration.ofSeconds(20));
            assertThat(task.snapshot().state()).isEqualTo(SupervisorState.ENDED);
            assertThat(dials).as("nobody dials again").hasSize(1);
            assertThat(ended).containsExactly(task);
            assertThat(loop.isClosed()).isTrue();
        }

        @Test
        void inTheMiddleOfAnAttachClosesThePageThatWasBeingMade() {
            FakeConnection browser = dial();
            loop.step(() -> task.connection().leave());
            browser.answer("Target.createTarget", Map.of("targetId", "T"));
            loop.runAll();
            browser.answer("Target.attachToTarget", Map.of("sessionId", "S"));
            loop.runAll();
            armed(browser);
            browser.answer("Page.enable", Map.of());
            loop.runAll();
            assertThat(browser.sent("Target.closeTarget"))
                    .singleElement()
                    .satisfies(s -> assertThat(s.params()).containsEntry("targetId", "T"));
        }

        @Test
        void ofABrowserThatAnswersNothingTakesThreeSeconds() {
            attach();
            loop.step(() -> task.connection().leave());
            loop.advance(Duration.ofSeconds(3));
            loop.runAll();
            assertThat(task.snapshot().state()).isEqualTo(SupervisorState.ENDED);
            assertThat(dials.get(0).isOpen()).isFalse();
        }
    }

    @Nested
    class ADrop {

        @Test
        void isFollowedByDialsThatSlowDownAndEndAfterFive() {
            FakeConnection browser = attach();
            endpoint = () -> {
                throw new NoClassDefFoundError("the backend's bundle is gone");
            };
            browser.drop("the browser died");
            loop.runAll();
            assertThat(task.snapshot().state()).isEqualTo(SupervisorState.RECONNECTING);
            // 0.5 + 1 + 2 + 4 s; each dial is made on a thread of its own and told to the loop.
            for (int i = 0; i < 4; i++) {
                loop.advance(Duration.ofSeconds(5));
                Await.until("the failure of dial " + i, () -> {
                    loop.runAll();
                    return loop.timers() == 1 || !ended.isEmpty();
                });
            }
            assertThat(ended).containsExactly(task);
            assertThat(task.snapshot().state()).isEqualTo(SupervisorState.ENDED);
        }

        @Test
        void isOverWithTheNextAttachOnTheSamePage() {
            FakeConnection first = attach();
            first.drop("the network went away");
            loop.runAll();
            loop.advance(Duration.ofMillis(500));
            FakeConnection second = await(2);
            assertThat(second.sent("Target.createTarget")).isEmpty();
            second.answer("Target.attachToTarget", Map.of("sessionId", "S2"));
            loop.runAll();
            armed(second);
            second.answer("Page.enable", Map.of());
            loop.runAll();
            assertThat(task.snapshot().state()).isEqualTo(SupervisorState.ATTACHED);
            assertThat(task.snapshot().page().targetId()).isEqualTo("T");
        }

        @Test
        void duringWhichThePageWasClosedMakesItGone() {
            FakeConnection first = attach();
            first.drop("the network went away");
            loop.runAll();
            loop.advance(Duration.ofMillis(500));
            FakeConnection second = await(2);
            second.answerError("Target.attachToTarget", -32602, "No target with given id found");
            loop.runAll();
            assertThat(task.snapshot().page().gone()).isTrue();
        }
    }

    @Nested
    class ACapture {

        @Test
        void thatIsClosedGivesBackWhatItAttachedAndWhatIsStillOnItsWay() {
            FakeConnection browser = attach();
            Captures captures = new Captures("vendor");
            CompletableFuture<Object> captured = run(() -> captures.capture(task, Duration.ofSeconds(10)));
            sent(browser, "Target.attachToTarget", 2);
            browser.answer("Target.attachToTarget", Map.of("sessionId", "C"));
            CapturedCdp handle = (CapturedCdp) get(captured);
            CallOptions unlimited = CallOptions.browser(Duration.ofSeconds(1)).withoutTimeout();
            Map<String, Object> other = Map.of("targetId", "X", "flatten", true);

            CompletableFuture<?> first = run(() -> handle.call("Target.attachToTarget", other, unlimited));
            sent(browser, "Target.attachToTarget", 3);
            browser.answer("Target.attachToTarget", Map.of("sessionId", "X1"));
            get(first);
            CompletableFuture<?> second = run(() -> handle.call("Target.attachToTarget", other, unlimited));
            sent(browser, "Target.attachToTarget", 4);

            captures.closeAll();
            assertThat(second)
                    .failsWithin(10, TimeUnit.SECONDS)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(CapturedCdpInvalidException.class);
            loop.runAll();
            browser.answer("Target.attachToTarget", Map.of("sessionId", "X2"));
            loop.runAll();
            assertThat(browser.sent("Target.detachFromTarget"))
                    .extracting(s -> s.params().get("sessionId"))
                    .containsExactly("X1", "C", "X2");
        }

        @Test
        void thatComesAfterItsBundleHasStoppedIsLetGo() {
            FakeConnection browser = attach();
            Captures captures = new Captures("vendor");
            CompletableFuture<?> late = run(() -> captures.capture(task, Duration.ofSeconds(10)));
            sent(browser, "Target.attachToTarget", 2);
            captures.closeAll();
            browser.answer("Target.attachToTarget", Map.of("sessionId", "C"));
            Await.until("the end of the capture", () -> {
                loop.runAll();
                return late.isDone();
            });
            assertThat(late).isCompletedExceptionally();
            loop.runAll();
            assertThat(browser.sent("Target.detachFromTarget")).hasSize(1);
        }
    }

    // -- helpers

    private FakeConnection dial() {
        loop.execute(() -> task.connection().start());
        loop.runAll();
        return await(1);
    }

    private FakeConnection await(int number) {
        Await.until("dial " + number, () -> {
            loop.runAll();
            return dials.size() == number && !dials.get(number - 1).sent().isEmpty();
        });
        return dials.get(number - 1);
    }

    private FakeConnection attach() {
        FakeConnection browser = dial();
        armAllBut("Page.enable", browser);
        browser.answer("Page.enable", Map.of());
        loop.runAll();
        assertThat(task.snapshot().state()).isEqualTo(SupervisorState.ATTACHED);
        return browser;
    }

    private void armAllBut(String last, FakeConnection browser) {
        browser.answer("Target.createTarget", Map.of("targetId", "T"));
        loop.runAll();
        browser.answer("Target.attachToTarget", Map.of("sessionId", "S"));
        loop.runAll();
        armed(browser);
        assertThat(browser.sent(last)).hasSize(1);
    }

    private void armed(FakeConnection browser) {
        List.of("Target.setDiscoverTargets", "Runtime.enable", "Target.setAutoAttach")
                .forEach(method -> browser.answer(method, Map.of()));
        browser.answer("Page.getFrameTree", Map.of("frameTree", Map.of("frame", Map.of("id", "T"))));
        loop.runAll();
        browser.answer("Runtime.evaluate", Map.of());
        loop.runAll();
    }

    private void sent(FakeConnection browser, String method, int times) {
        Await.until(times + " times " + method, () -> {
            loop.runAll();
            return browser.sent(method).size() == times;
        });
    }

    private <T> T get(CompletableFuture<T> future) {
        Await.until("the result", () -> {
            loop.runAll();
            return future.isDone();
        });
        return future.join();
    }

    private static CompletableFuture<Object> run(Supplier<Object> call) {
        CompletableFuture<Object> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(call.get());
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }
}
