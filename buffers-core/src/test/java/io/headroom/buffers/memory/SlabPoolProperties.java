package io.headroom.buffers.memory;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * In any order of lease, release, trim and close the books balance, the limit holds, and no two leases overlap (public report
 * infinidysk/infinidysk#1042).
 */
@PropertyDefaults(tries = 150, edgeCases = EdgeCasesMode.NONE)
class SlabPoolProperties {
    private static final int SLAB = 4096;

    private enum What {
        LEASE,
        LEASE_RUN,
        RELEASE,
        TRIM,
        CLOSE
    }

    /** One call; the number tells how many bytes, or which of the leases. */
    record Step(What what, int number) {
        void take(SlabPoolModel model) {
            switch (what) {
                case LEASE -> model.lease(number);
                case LEASE_RUN -> model.leaseRun(number);
                case RELEASE -> model.release(number);
                case TRIM -> model.trim();
                case CLOSE -> model.close();
            }
            model.assertThatBooksBalance();
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> bytes = Arbitraries.of(SLAB, SLAB, SLAB / 2, SLAB / 4, SLAB / 16)
                .flatMap(most -> Arbitraries.integers().between(most / 2 + 1, most));
        Arbitrary<Step> lease = bytes.map(number -> new Step(What.LEASE, number));
        Arbitrary<Step> run =
                Arbitraries.integers().between(1, 5 * SLAB).map(number -> new Step(What.LEASE_RUN, number));
        Arbitrary<Step> release = Arbitraries.integers().between(0, 999).map(number -> new Step(What.RELEASE, number));
        return Arbitraries.frequencyOf(
                        Tuple.of(24, lease),
                        Tuple.of(6, run),
                        Tuple.of(18, release),
                        Tuple.of(2, Arbitraries.just(new Step(What.TRIM, 0))))
                .list()
                .ofMinSize(20)
                .ofMaxSize(150);
    }

    @Provide
    Arbitrary<Long> limits() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 12),
                        Arbitraries.integers().between(0, SLAB - 1))
                .as((slabs, more) -> (long) slabs * SLAB + more);
    }

    @Property
    void booksBalanceAfterEveryStep(
            @ForAll PoolKind kind, @ForAll("limits") long limit, @ForAll("steps") List<Step> steps) {
        SlabPoolModel model = model(kind, limit);
        steps.forEach(step -> step.take(model));
        model.end();
    }

    @Property
    void booksBalanceAfterTheCloseToo(
            @ForAll PoolKind kind,
            @ForAll("limits") long limit,
            @ForAll("steps") List<Step> before,
            @ForAll("steps") List<Step> after) {
        SlabPoolModel model = model(kind, limit);
        before.forEach(step -> step.take(model));
        new Step(What.CLOSE, 0).take(model);
        after.forEach(step -> step.take(model));
        new Step(What.CLOSE, 0).take(model);
        model.end();
    }

    private static SlabPoolModel model(PoolKind kind, long limit) {
        return new SlabPoolModel(kind.pool().slabBytes(SLAB).limitBytes(limit).build());
    }
}
