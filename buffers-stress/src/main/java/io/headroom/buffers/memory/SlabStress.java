package io.headroom.buffers.memory;

import java.nio.ByteOrder;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;

/** What one owner of a slab leaves to the next, and who of several holders gives it back. */
public final class SlabStress {
    private static final int LAST = Leasing.SLAB - 1;

    private SlabStress() {}

    /** One owner writes and releases, on its thread; another thread leases, looks, and writes itself. */
    @JCStressTest
    @Outcome(id = "-1, 0, 0, 1", expect = Expect.ACCEPTABLE, desc = "Refused: it was not released yet.")
    @Outcome(
            id = "1, 1, 0, 2",
            expect = Expect.ACCEPTABLE,
            desc = "All bytes of the last owner are there, none of its settings, and it writes no more.")
    @Outcome(
            expect = Expect.FORBIDDEN,
            desc = "The last owner's writes came after its release, or its share, watch, position or order are left.")
    @State
    public static class NextOwner {
        private final SlabPool pool = Leasing.pool(1);
        private final Share share = Share.of(Leasing.SLAB);
        private final Share shareOfNext = Share.of(Leasing.SLAB);
        private final Slab slab = Leasing.lease(pool);
        private final Slab same = slab;

        @Actor
        public void last(IIII_Result r) {
            share.charge(slab);
            slab.countAsNewcomers();
            slab.watch(ended -> {});
            slab.buffer().order(ByteOrder.LITTLE_ENDIAN);
            slab.buffer().put(LAST, (byte) 1).put(0, (byte) 1).position(1);
            slab.release();
        }

        @Actor
        public void next(IIII_Result r) {
            Slab leased = pool.tryLease(Leasing.SLAB);
            if (leased == null) {
                r.r1 = -1;
                return;
            }
            r.r1 = leased.buffer().get(0);
            r.r2 = leased.buffer().get(LAST);
            r.r3 = settings(leased);
            shareOfNext.charge(leased);
            leased.buffer().put(0, (byte) 2);
        }

        private int settings(Slab leased) {
            boolean isAsNew =
                    leased.charged == null && !leased.isNewcomers && leased.watch() == null && !leased.isShared();
            boolean isBufferAsNew =
                    leased.buffer().position() == 0 && leased.buffer().order() == ByteOrder.BIG_ENDIAN;
            return (isAsNew ? 0 : 1) + (isBufferAsNew ? 0 : 2) + (pool.leasedBytes() == Leasing.SLAB ? 0 : 4);
        }

        @Arbiter
        public void afterwards(IIII_Result r) {
            boolean isChargeKept = shareOfNext.chargedBytes() == 0 || shareOfNext.equals(same.charged);
            r.r4 = isChargeKept ? same.buffer().get(0) : -1;
        }
    }

    /** What a watch sees that is told of the end of a lease. */
    private static final class Ends implements LeaseWatch {
        private int one;
        private int other;
        private int count;
        private int seen;

        @Override
        public void onEnd(Slab slab) {
            count++;
            seen = one + other;
        }
    }

    /** Two holders, each of which writes and releases. */
    @JCStressTest
    @Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "Given back once, by one who sees the writes of both.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Given back never or twice, or without what the other had written.")
    @State
    public static class TwoHolders {
        private final SlabPool pool = Leasing.pool(1);
        private final Slab slab = Leasing.lease(pool);
        private final Ends ends = new Ends();

        public TwoHolders() {
            slab.watch(ends);
            slab.retain();
        }

        @Actor
        public void one() {
            ends.one = 1;
            slab.release();
        }

        @Actor
        public void other() {
            ends.other = 1;
            slab.release();
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r1 = ends.count;
            r.r2 = ends.seen;
            r.r3 = Leasing.leased(pool);
        }
    }

    /** Two holders, one of which takes one hold more for a while. */
    @JCStressTest
    @Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "Given back once, by one who sees the writes of both.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Given back never or twice, or without what the other had written.")
    @State
    public static class RetainMeetsRelease {
        private final SlabPool pool = Leasing.pool(1);
        private final Slab slab = Leasing.lease(pool);
        private final Ends ends = new Ends();

        public RetainMeetsRelease() {
            slab.watch(ends);
            slab.retain();
        }

        @Actor
        public void one() {
            slab.retain();
            slab.release();
            ends.one = 1;
            slab.release();
        }

        @Actor
        public void other() {
            ends.other = 1;
            slab.release();
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r1 = ends.count;
            r.r2 = ends.seen;
            r.r3 = Leasing.leased(pool);
        }
    }
}
