package io.cdpsupervisor.supervisor.internal;

import io.cdpsupervisor.api.dialog.ClosedBy;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;

/**
 * A dialog is ended by an answer, a policy, the watchdog, another client, a navigation, a crash, a closed tab or a lost
 * connection, and those do not wait for each other. However they meet, it ends once and under the right name, and no
 * answer is sent twice or for another one.
 */
class DialogOrdersTest {

    private static final Hush WATCHDOGS = new Hush(DialogDesk.class);

    @BeforeContainer
    static void hush() {
        WATCHDOGS.begin();
    }

    @AfterContainer
    static void speak() {
        WATCHDOGS.end();
    }

    /** Every way of four moves, from the moment that a dialog is seen. */
    @Property(generation = GenerationMode.EXHAUSTIVE)
    void oneDialogEndsOnce(@ForAll("moves") List<DialogMove> moves) {
        SimulatedDialogs dialogs = new SimulatedDialogs();
        dialogs.make(DialogMove.OPEN);
        dialogs.make(DialogMove.DELIVER);
        moves.forEach(dialogs::make);
        end(dialogs);
    }

    @Provide
    Arbitrary<List<DialogMove>> moves() {
        return Arbitraries.of(
                        DialogMove.ANSWER,
                        DialogMove.TAKE,
                        DialogMove.DELIVER,
                        DialogMove.FAIL,
                        DialogMove.WAIT,
                        DialogMove.NAVIGATE,
                        DialogMove.CLOSE_TAB,
                        DialogMove.DROP)
                .list()
                .ofSize(4);
    }

    @Property
    void oneDialogAfterTheOtherEndsOnce(
            @ForAll("longStory") List<DialogMove> moves, @ForAll("lastMove") DialogMove last) {
        SimulatedDialogs dialogs = new SimulatedDialogs();
        moves.forEach(dialogs::make);
        dialogs.make(last);
        end(dialogs);
        dialogs.endings().forEach(Statistics.label("closed by")::collect);
        Statistics.label("closed by").coverage(met -> {
            for (ClosedBy who : ClosedBy.values()) {
                met.check(who).count(times -> times > 0);
            }
        });
    }

    @Provide
    Arbitrary<List<DialogMove>> longStory() {
        return Arbitraries.frequency(
                        Tuple.of(10, DialogMove.DELIVER),
                        Tuple.of(5, DialogMove.OPEN),
                        Tuple.of(5, DialogMove.TAKE),
                        Tuple.of(4, DialogMove.ANSWER),
                        Tuple.of(2, DialogMove.NAVIGATE),
                        Tuple.of(1, DialogMove.ANSWER_THE_LAST_ONE),
                        Tuple.of(1, DialogMove.FAIL),
                        Tuple.of(1, DialogMove.CLOSE_ELSEWHERE),
                        Tuple.of(1, DialogMove.CRASH),
                        Tuple.of(2, DialogMove.WAIT),
                        Tuple.of(1, DialogMove.SWITCH_POLICY))
                .list()
                .ofMaxSize(60)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    @Provide
    Arbitrary<DialogMove> lastMove() {
        return Arbitraries.of(DialogMove.DELIVER, DialogMove.DROP, DialogMove.CLOSE_TAB);
    }

    private static void end(SimulatedDialogs dialogs) {
        dialogs.settle();
        dialogs.make(DialogMove.CLOSE_TAB);
        dialogs.settle();
    }
}
