package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CallScope;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.PageState;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import io.cdpsupervisor.api.supervisor.TaskCdp;
import io.cdpsupervisor.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Drops and stops that come when nobody is ready for them. */
class BadMomentsTest {

    private static final Duration A_CALL = Duration.ofSeconds(20);

    private final HandDriven rig = new HandDriven();

    @AfterEach
    void close() {
        rig.close();
    }

    @Nested
    class ADropOfTheSocket {

        @Test
        void endsEveryWaitAtOnce() {
            TaskSupervisor task = rig.startForLong();
            rig.browser.ignore("Never.it");
            CallScope scope = task.openScope();
            List<TaskCdp.PendingReply> waiting = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                waiting.add(scope.send(CdpRoute.PAGE, "Never.it", Map.of(), A_CALL));
            }
            rig.await("all are sent", () -> rig.browser.commands("Never.it").size() == 50);
            rig.browser.breakOff("{\"id\":1,\"result\":{\"v\":\"cut off\"}}");
            rig.await(task, SupervisorState.RECONNECTING);
            assertThat(waiting)
                    .allSatisfy(call -> assertThatThrownBy(call::join)
                            .isInstanceOfSatisfying(
                                    CdpException.class,
                                    e -> assertThat(e.code()).isEqualTo(ErrorCode.DISCONNECTED)));
        }

        @Test
        void isInTheStateForWhoeverIsToldOfIt() throws InterruptedException, ExecutionException {
            TaskSupervisor task = rig.startForLong();
            rig.browser.ignore("Never.it");
            CallScope scope = task.openScope();
            TaskCdp.PendingReply waiting = scope.send(CdpRoute.PAGE, "Never.it", Map.of(), A_CALL);
            rig.await("it is sent", () -> !rig.browser.commands("Never.it").isEmpty());
            CompletableFuture<PageState> told = rig.away(() -> {
                assertThatThrownBy(waiting::join).isInstanceOf(CdpException.class);
                return task.snapshot().page().state();
            });
            rig.browser.drop();
            assertThat(rig.end(told).get()).isEqualTo(PageState.DISCONNECTED);
        }

        @Test
        void inTheMiddleOfTheFirstAttachFailsTheStartAtOnce() {
            rig.browser.ignore("Page.enable");
            CompletableFuture<TaskSupervisor> starting = rig.starting();
            rig.await(
                    "the attach waits",
                    () -> !rig.browser.commands("Page.enable").isEmpty());
            rig.browser.drop();
            assertThat(rig.failure(starting).code()).isEqualTo(ErrorCode.DISCONNECTED);
            assertThat(rig.supervisors.find("t")).isEmpty();
            assertThat(rig.isQuiet()).isTrue();
        }

        @Test
        void inTheMiddleOfALaterAttachIsOneMoreFailure() {
            TaskSupervisor task = rig.startForLong();
            rig.drop(task);
            rig.browser.ignore("Page.enable");
            rig.untilNextDial();
            rig.await(
                    "the attach waits",
                    () -> rig.browser.commands("Page.enable").size() == 2);
            long before = task.snapshot().revision();
            rig.browser.drop();
            rig.await("the failure is known", () -> task.snapshot().revision() > before);
            assertThat(rig.untilNextDial()).isEqualTo(Duration.ofSeconds(1));
        }
    }

    @Nested
    class AStop {

        @Test
        void duringADialClosesTheLateSocketAndAttachesNothing() {
            TaskSupervisor task = rig.startForLong();
            rig.drop(task);
            int sent = rig.browser.commands().size();
            rig.gate = new CompletableFuture<>();
            rig.untilNextDial();
            Await.until("the late socket is open", () -> rig.browser.clients() == 1);
            rig.result(rig.stopping());
            assertThat(task.snapshot().state()).isEqualTo(SupervisorState.ENDED);
            rig.gate.complete(null);
            Await.until("the late socket is closed", () -> rig.browser.clients() == 0);
            assertThat(rig.browser.commands()).hasSize(sent);
        }

        @Test
        void ofAllEndsTheOneThatIsStarting() {
            CompletableFuture<TaskSupervisor> starting = startingBehindTheGate();
            rig.result(rig.away(() -> {
                rig.supervisors.stopAll();
                return null;
            }));
            rig.gate.complete(null);
            assertThat(rig.failure(starting).code()).isEqualTo(ErrorCode.DISCONNECTED);
            assertThat(rig.supervisors.find("t")).isEmpty();
            assertThat(rig.failure(rig.starting()).code()).as("no more").isEqualTo(ErrorCode.DISCONNECTED);
        }

        @Test
        void ofTheOneThatIsStartingDoesNotWaitForItsStart() {
            CompletableFuture<TaskSupervisor> starting = startingBehindTheGate();
            rig.result(rig.stopping());
            assertThat(rig.failure(starting).code()).isEqualTo(ErrorCode.DISCONNECTED);
            rig.gate.complete(null);
            Await.until("the late socket is closed", () -> rig.browser.clients() == 0);
        }

        private CompletableFuture<TaskSupervisor> startingBehindTheGate() {
            rig.gate = new CompletableFuture<>();
            CompletableFuture<TaskSupervisor> starting = rig.starting();
            rig.await("the dial", () -> rig.browser.clients() == 1);
            return starting;
        }

        @Test
        void duringAPauseEndsAtOnce() {
            TaskSupervisor task = rig.startForLong();
            rig.endpoint = HandDriven::nobody;
            rig.drop(task);
            int dials = rig.dialled.size();
            rig.result(rig.stopping());
            assertThat(task.snapshot().state()).isEqualTo(SupervisorState.ENDED);
            assertThat(rig.isQuiet()).isTrue();
            rig.advance(Duration.ofMinutes(1));
            assertThat(rig.dialled).hasSize(dials);
            assertThat(rig.warnings()).isEmpty();
        }
    }
}
