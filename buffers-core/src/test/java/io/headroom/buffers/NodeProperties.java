package io.headroom.buffers;

import io.headroom.buffers.SimulatedNode.Guard;
import io.headroom.buffers.SimulatedNode.Setup;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/**
 * Several connections over little memory, with anything that peers, handlers, sweeps and closes may do in any order: at every step the limit
 * holds and every frame is as it was sent; nobody starves; all comes back.
 */
@PropertyDefaults(tries = 1000, edgeCases = EdgeCasesMode.NONE)
class NodeProperties {
    private static final int SLAB = SimulatedNode.SLAB;

    private enum What {
        SEND,
        GO_ON,
        RESUME,
        RELEASE,
        HOARD,
        SPEND,
        SWEEP,
        CLOSE_AND_OPEN,
        TRUST,
        TRIM
    }

    /** One thing that happens: to whom, and how much of it. */
    record Step(What what, int who, int number) {
        void take(SimulatedNode node) throws IOException {
            switch (what) {
                case SEND -> node.sends(who, 1 + number % (3 * SLAB));
                case GO_ON -> node.goOn(1 + number % 3);
                case RESUME -> node.resume(who);
                case RELEASE -> node.release(number);
                case HOARD -> node.hoards(number % 12);
                case SPEND -> node.spends(number % 12);
                case SWEEP -> node.sweep(number % 1000);
                case CLOSE_AND_OPEN -> node.closeAndOpen(who);
                case TRUST -> node.trusts(who);
                case TRIM -> node.trim();
            }
            node.assertThatAllHolds();
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<What> what = Arbitraries.frequency(
                Tuple.of(45, What.SEND),
                Tuple.of(20, What.GO_ON),
                Tuple.of(5, What.RESUME),
                Tuple.of(8, What.RELEASE),
                Tuple.of(4, What.HOARD),
                Tuple.of(4, What.SPEND),
                Tuple.of(4, What.SWEEP),
                Tuple.of(2, What.CLOSE_AND_OPEN),
                Tuple.of(2, What.TRUST),
                Tuple.of(1, What.TRIM));
        return Combinators.combine(
                        what,
                        Arbitraries.integers().between(0, 99),
                        Arbitraries.integers().between(0, 99_999).withDistribution(RandomDistribution.uniform()))
                .as(Step::new)
                .list()
                .ofMinSize(10)
                .ofMaxSize(150);
    }

    @Provide
    Arbitrary<Setup> setups() {
        Arbitrary<Boolean> yesOrNo = Arbitraries.of(true, false);
        return Combinators.combine(
                        Arbitraries.integers().between(2, 6),
                        yesOrNo,
                        yesOrNo,
                        Arbitraries.of(Guard.class),
                        yesOrNo,
                        yesOrNo)
                .as(Setup::new);
    }

    @Property
    void keepsTheLimitStarvesNobodyAndGivesAllBack(
            @ForAll("setups") Setup setup, @ForAll long seed, @ForAll("steps") List<Step> steps) throws IOException {
        SimulatedNode node = new SimulatedNode(setup, seed);
        for (Step step : steps) {
            step.take(node);
        }
        node.completes();
        node.ends();
    }
}
