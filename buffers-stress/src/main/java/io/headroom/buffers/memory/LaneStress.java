package io.headroom.buffers.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** The completion lane of a {@link MemoryBudget}: one at a time, and the next one when it is left. */
public final class LaneStress {
    private LaneStress() {}

    private static MemoryBudget budget() {
        MemoryBudget budget = MemoryBudget.of(2L * Leasing.SLAB);
        budget.widenLane(Leasing.SLAB);
        return budget;
    }

    /** Two that count on a plain field while they are in the lane. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The second came in after the first and saw its write.")
    @Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "The first came in after the second and saw its write.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The second came while the first was inside.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The first came while the second was inside.")
    @Outcome(
            expect = Expect.FORBIDDEN,
            desc = "Both were inside at once, or the next one did not see what was written.")
    @State
    public static class OneAtATime {
        private final MemoryBudget budget = budget();
        private final Object first = new Object();
        private final Object second = new Object();
        private int plain;

        private int count(Object holder) {
            if (!budget.tryEnterLane(holder)) {
                return 0;
            }
            int seen = ++plain;
            budget.leaveLane(holder);
            return seen;
        }

        @Actor
        public void one(II_Result r) {
            r.r1 = count(first);
        }

        @Actor
        public void other(II_Result r) {
            r.r2 = count(second);
        }
    }

    /** All other memory is leased. The one in the lane leaves it, while another begins to wait for it. */
    @JCStressTest
    @Outcome(
            id = "1, 1, 1",
            expect = Expect.ACCEPTABLE,
            desc = "The next one has run once, is in the lane, and saw what was written.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The next one was lost, or woken in vain, or saw less.")
    @State
    public static class NextOneEnters {
        private final MemoryBudget budget = budget();
        private final SlabPool pool = Leasing.pool(budget);
        private final Object last = new Object();
        private final Object next = new Object();
        private int plain;
        private int runs;
        private int entered;
        private int seen;

        public NextOneEnters() {
            Leasing.lease(pool);
            budget.tryEnterLane(last);
        }

        private void enter() {
            runs++;
            entered = budget.tryEnterLane(next) ? 1 : 0;
            seen = plain;
        }

        @Actor
        public void leaving() {
            plain = 1;
            budget.leaveLane(last);
        }

        @Actor
        public void waiting() {
            pool.whenAvailable(this::enter, Leasing.SLAB, Lane.WANTED);
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r1 = runs;
            r.r2 = entered;
            r.r3 = seen;
        }
    }
}
