package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.backend.CdpEndpoint;
import io.cdpsupervisor.api.error.ErrorCode;
import io.cdpsupervisor.api.supervisor.CdpRoute;
import io.cdpsupervisor.api.supervisor.SupervisorSnapshot;
import io.cdpsupervisor.api.supervisor.SupervisorState;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What becomes of a task whose browser goes, comes back, flaps, moves, or is stopped meanwhile. */
class ReconnectTest {

    private static final Duration A_CALL = Duration.ofSeconds(20);

    private final HandDriven rig = new HandDriven();

    @AfterEach
    void close() {
        rig.close();
    }

    @Nested
    class ABrowserThatIsGone {

        @Test
        void isDialledMoreAndMoreSeldomAndGivenUpWithOneWarning() {
            TaskSupervisor task = rig.startForLong();
            rig.endpoint = HandDriven::nobody;
            rig.drop(task);
            assertThat(rig.pausesToTheEnd(task))
                    .hasSizeBetween(4, 5)
                    .isSorted()
                    .startsWith(Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(2))
                    .allSatisfy(pause -> assertThat(pause).isLessThanOrEqualTo(Duration.ofSeconds(10)));
            assertThat(rig.warnings())
                    .singleElement()
                    .asString()
                    .contains("Task t ", "gives its browser up", "127.0.0.1:1");
            assertThat(rig.isQuiet()).isTrue();
        }

        @Test
        void leavesNoEntryAndTheNextStartIsAFreshOne() {
            TaskSupervisor task = rig.startForLong();
            rig.endpoint = HandDriven::nobody;
            rig.drop(task);
            rig.pausesToTheEnd(task);
            assertThat(rig.supervisors.find("t")).isEmpty();
            rig.endpoint = rig.browser::endpoint;
            TaskSupervisor fresh = rig.start();
            assertThat(fresh).isNotSameAs(task);
            assertThat(rig.supervisors.find("t")).contains(fresh);
        }

        @Test
        void countsAsGoneAlsoWhenAProxyAnswersForIt() {
            TaskSupervisor task = rig.startForLong();
            rig.browser.refuseUpgrades(503);
            rig.drop(task);
            assertThat(rig.pausesToTheEnd(task)).hasSizeBetween(4, 5);
            assertThat(rig.warnings()).singleElement().asString().contains("503");
        }

        @Test
        void isDialledAtOnceWhenSomebodyNeedsIt() {
            TaskSupervisor task = rig.startForLong();
            rig.drop(task);
            assertThat(rig.start()).as("without a tick of the clock").isSameAs(task);
            assertThat(task.snapshot().state()).isEqualTo(SupervisorState.ATTACHED);
        }
    }

    @Nested
    class ABrowserThatIsOnlyStarting {

        @Test
        void isWaitedForUntilItListens() {
            rig.endpoint = HandDriven::nobody;
            CompletableFuture<TaskSupervisor> starting = rig.starting();
            rig.await("the first dial", () -> rig.dialled.size() == 1);
            for (int dial = 2; dial < 5; dial++) {
                int dials = dial;
                rig.await("dial " + dial, () -> {
                    rig.advance(Duration.ofMillis(50));
                    return rig.dialled.size() == dials;
                });
            }
            assertThat(starting).isNotDone();
            rig.endpoint = rig.browser::endpoint;
            rig.await("the start", () -> {
                rig.advance(Duration.ofMillis(50));
                return starting.isDone();
            });
            assertThat(starting.join().snapshot().state()).isEqualTo(SupervisorState.ATTACHED);
            assertThat(rig.warnings()).isEmpty();
        }
    }

    @Nested
    class ABrowserThatComesBack {

        @Test
        void isNoReasonForAWarning() {
            TaskSupervisor task = rig.startForLong();
            String page = task.snapshot().page().targetId();
            rig.drop(task);
            rig.untilNextDial();
            rig.await(task, SupervisorState.ATTACHED);
            assertThat(task.snapshot().page().targetId()).as("the same page").isEqualTo(page);
            assertThat(rig.browser.commands("Target.createTarget")).hasSize(1);
            assertThat(rig.warnings()).isEmpty();
        }

        @Test
        void mayGoAgainAsOftenAsItLikesIfItStaysForAWhile() {
            TaskSupervisor task = rig.startForLong();
            for (int i = 0; i < 12; i++) {
                rig.drop(task);
                assertThat(rig.untilNextDial()).as("pause " + i).isEqualTo(Duration.ofMillis(500));
                rig.await(task, SupervisorState.ATTACHED);
                rig.advance(HandDriven.LONG_ENOUGH);
            }
            assertThat(rig.warnings()).isEmpty();
        }

        @Test
        void isGivenUpWhenItNeverStays() {
            TaskSupervisor task = rig.start();
            int attached = 1;
            rig.drop(task);
            while (task.snapshot().state() != SupervisorState.ENDED && attached < 20) {
                rig.untilNextDial();
                rig.await(task, SupervisorState.ATTACHED);
                attached++;
                rig.drop(task);
            }
            assertThat(attached).isEqualTo(5);
            assertThat(rig.warnings()).singleElement().asString().contains("gives its browser up");
            assertThat(rig.supervisors.find("t")).isEmpty();
        }

        @Test
        void bringsNothingOfTheOldConnection() {
            TaskSupervisor task = rig.startForLong();
            SupervisorSnapshot before = task.snapshot();
            String old = before.page().sessionId();
            rig.browser.emit(
                    old,
                    "Page.frameAttached",
                    Map.of("frameId", "child", "parentFrameId", before.page().targetId()));
            rig.await("the child", () -> task.snapshot().frames().size() == 2);
            rig.drop(task);
            rig.untilNextDial();
            rig.await(task, SupervisorState.ATTACHED);
            assertThat(task.snapshot().frames()).hasSize(1);
            assertThat(task.snapshot().sessions())
                    .singleElement()
                    .satisfies(s -> assertThat(s.sessionId()).isNotEqualTo(old));
            int sent = rig.browser.commands().size();
            CompletableFuture<?> toOld = rig.away(() -> task.openScope()
                    .call(CdpRoute.session(old), "Runtime.evaluate", Map.of("expression", "1"), A_CALL));
            assertThat(rig.failure(toOld).code()).isEqualTo(ErrorCode.SESSION_GONE);
            assertThat(rig.browser.commands()).as("the browser is not asked").hasSize(sent);
        }
    }

    @Nested
    class ABackendThatIsGone {

        /** As when the backend's bundle is, whose classes nobody has loaded yet. */
        private CdpEndpoint gone() {
            throw new NoClassDefFoundError("of the backend, on purpose");
        }

        @Test
        void failsTheStart() {
            rig.endpoint = this::gone;
            assertThat(rig.failure(rig.starting()).code()).isEqualTo(ErrorCode.INTERNAL);
            assertThat(rig.supervisors.find("t")).isEmpty();
        }

        @Test
        void isAFailureLikeAnyOther() {
            TaskSupervisor task = rig.startForLong();
            AtomicInteger asked = new AtomicInteger();
            rig.endpoint = () -> {
                asked.incrementAndGet();
                return gone();
            };
            rig.drop(task);
            Duration longest = Duration.ofSeconds(10);
            for (int i = 0; i < 10 && task.snapshot().state() != SupervisorState.ENDED; i++) {
                long before = task.snapshot().revision();
                rig.advance(longest);
                rig.await("its failure", () -> task.snapshot().revision() > before);
            }
            assertThat(task.snapshot().state()).isEqualTo(SupervisorState.ENDED);
            assertThat(asked.get()).isBetween(4, 5);
            assertThat(rig.warnings()).singleElement().asString().contains("on purpose");
        }
    }
}
