package io.headroom.buffers.memory;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two threads that lease from one pool, and what it says is leased afterwards. */
public final class SlabPoolStress {
    private SlabPoolStress() {}

    /** One slab is free, on the shelf of the thread that released it last, and two want it. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "The first has it.")
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "The second has it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both have it, or nobody, or it is not counted as it is.")
    @State
    public static class OneFreeSlab {
        private final SlabPool pool = Leasing.pool(1);

        public OneFreeSlab() {
            Leasing.lease(pool).release();
        }

        @Actor
        public void one(III_Result r) {
            r.r1 = pool.tryLease(Leasing.SLAB) != null ? 1 : 0;
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = pool.tryLease(Leasing.SLAB) != null ? 1 : 0;
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r3 = Leasing.leased(pool);
        }
    }

    /** Nothing is committed yet, and there is room for two halves of a slab. */
    @JCStressTest
    @Outcome(id = "1, 2, 1", expect = Expect.ACCEPTABLE, desc = "Both have a half of their own.")
    @Outcome(
            expect = Expect.FORBIDDEN,
            desc = "One was refused, or both have the same bytes, or they are not counted as they are.")
    @State
    public static class TwoHalves {
        private final SlabPool pool = Leasing.pool(1);
        private @Nullable Slab first;
        private @Nullable Slab second;

        private @Nullable Slab leaseHalf(int value) {
            Slab half = pool.tryLease(Leasing.SLAB / 2);
            if (half != null) {
                half.buffer().put(0, (byte) value);
            }
            return half;
        }

        @Actor
        public void one() {
            first = leaseHalf(1);
        }

        @Actor
        public void other() {
            second = leaseHalf(2);
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r1 = first == null ? 0 : first.buffer().get(0);
            r.r2 = second == null ? 0 : second.buffer().get(0);
            r.r3 = Leasing.leased(pool);
        }
    }

    /** One slab is leased and given back while another thread leases, which is refused or has it. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "Refused before the release.")
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "Had after the release.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It is not counted as it is.")
    @State
    public static class LeaseMeetsRelease {
        private final SlabPool pool = Leasing.pool(1);
        private final Slab slab = Leasing.lease(pool);

        @Actor
        public void releasing() {
            slab.release();
        }

        @Actor
        public void leasing(III_Result r) {
            r.r2 = pool.tryLease(Leasing.SLAB) != null ? 1 : 0;
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r3 = Leasing.leased(pool);
        }
    }

    /** A slab is released while the pool is closed. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "All memory is back with the system.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "What was released stays committed, or may be leased.")
    @State
    public static class CloseMeetsRelease {
        private final SlabPool pool = Leasing.pool(1);
        private final Slab slab = Leasing.lease(pool);

        @Actor
        public void releasing() {
            slab.release();
        }

        @Actor
        public void closing() {
            pool.close();
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r1 = Math.toIntExact(pool.committedBytes());
            r.r2 = Leasing.leased(pool);
            r.r3 = pool.tryLease(Leasing.SLAB) != null ? 1 : 0;
        }
    }
}
