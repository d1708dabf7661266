package io.cdpsupervisor.supervisor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.supervisor.internal.SimulatedPage.Deed;
import io.cdpsupervisor.supervisor.internal.SimulatedPage.Step;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

/** Whatever a page does to its frames, what is known of it equals what is there as soon as everything has arrived. */
class FrameModelTest {

    /**
     * Deeds that overlap in what is told of them.
     *
     * @param choices the order in which that arrives
     */
    record Burst(List<Step> steps, List<Integer> choices) {}

    @Property
    void theFrameTableEqualsThePage(@ForAll("bursts") List<Burst> bursts) {
        equalsThePage(PageUnderTest.table(), bursts);
    }

    @Property
    void theAttachmentEqualsThePage(@ForAll("bursts") List<Burst> bursts) {
        equalsThePage(PageUnderTest.attachment(), bursts);
    }

    private static void equalsThePage(PageUnderTest known, List<Burst> bursts) {
        SimulatedPage page = new SimulatedPage();
        List<String> story = new ArrayList<>();
        for (Burst burst : bursts) {
            burst.steps().forEach(page::does);
            List<Told> order = page.settle(burst.choices());
            order.forEach(known::hear);
            story.add(burst.steps() + " is told as " + order);
            assertThat(FrameLines.of(known.frames()))
                    .as("%s after %s", known, String.join("\n  then ", story))
                    .isEqualTo(FrameLines.of(page.frames()));
            assertThat(known.sessions()).isEqualTo(page.sessions());
            Statistics.label("frames out of process")
                    .collect(Math.min(2, page.sessions().size() - 1));
        }
        Statistics.label("frames out of process").coverage(met -> {
            met.check(1).count(times -> times > 0);
            met.check(2).count(times -> times > 0);
        });
    }

    @Provide
    Arbitrary<List<Burst>> bursts() {
        Arbitrary<Step> steps = Combinators.combine(
                        Arbitraries.frequency(
                                Tuple.of(4, Deed.ADD),
                                Tuple.of(5, Deed.NAVIGATE),
                                Tuple.of(2, Deed.REMOVE),
                                Tuple.of(1, Deed.PUSH_STATE),
                                Tuple.of(1, Deed.ANSWER)),
                        Arbitraries.integers().between(0, 9).withoutEdgeCases(),
                        Arbitraries.integers().between(0, 2).withoutEdgeCases(),
                        Arbitraries.of(false, true))
                .as(Step::new);
        Arbitrary<List<Integer>> choices =
                Arbitraries.integers().between(0, 5).withoutEdgeCases().list().ofMaxSize(30);
        return Combinators.combine(steps.list().ofMinSize(1).ofMaxSize(6), choices)
                .as(Burst::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(6);
    }
}
