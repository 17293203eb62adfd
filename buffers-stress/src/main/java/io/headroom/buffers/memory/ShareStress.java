package io.headroom.buffers.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;

/** Charges of one {@link Share} by two threads. */
public final class ShareStress {
    private ShareStress() {}

    private static int charge(Share share, Slab slab) {
        return share.charge(slab) == null ? 1 : 0;
    }

    private static int charged(Share share) {
        return Math.toIntExact(share.chargedBytes() / Leasing.SLAB);
    }

    /** Room for one, and two that charge; then both slabs are released. */
    @JCStressTest
    @Outcome(id = "1, 0, 1, 0", expect = Expect.ACCEPTABLE, desc = "The first is in.")
    @Outcome(id = "0, 1, 1, 0", expect = Expect.ACCEPTABLE, desc = "The second is in.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both are in, or nobody, or the sum is wrong.")
    @State
    public static class RoomForOne {
        private final SlabPool pool = Leasing.pool(2);
        private final Share share = Share.of(2 * Leasing.SLAB - 1);
        private final Slab first = Leasing.lease(pool);
        private final Slab second = Leasing.lease(pool);

        @Actor
        public void one(IIII_Result r) {
            r.r1 = charge(share, first);
        }

        @Actor
        public void other(IIII_Result r) {
            r.r2 = charge(share, second);
        }

        @Arbiter
        public void afterwards(IIII_Result r) {
            r.r3 = charged(share);
            first.release();
            second.release();
            r.r4 = Math.toIntExact(share.chargedBytes());
        }
    }

    /** Two connections of one key that has room for one. */
    @JCStressTest
    @Outcome(id = "1, 0, 1, 1", expect = Expect.ACCEPTABLE, desc = "The first is in.")
    @Outcome(id = "0, 1, 1, 1", expect = Expect.ACCEPTABLE, desc = "The second is in.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both are in, or nobody, or one of the sums is wrong.")
    @State
    public static class RoomForOneOfKey {
        private final SlabPool pool = Leasing.pool(2);
        private final Share key = Share.of(Leasing.SLAB);
        private final Share ofFirst = Share.within(key, Leasing.SLAB);
        private final Share ofSecond = Share.within(key, Leasing.SLAB);
        private final Slab first = Leasing.lease(pool);
        private final Slab second = Leasing.lease(pool);

        @Actor
        public void one(IIII_Result r) {
            r.r1 = charge(ofFirst, first);
        }

        @Actor
        public void other(IIII_Result r) {
            r.r2 = charge(ofSecond, second);
        }

        @Arbiter
        public void afterwards(IIII_Result r) {
            r.r3 = charged(key);
            r.r4 = charged(ofFirst) + charged(ofSecond);
        }
    }

    /** One slab is charged and released, while another one is to be charged. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "Refused before the release.")
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "In after the release.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The sum is wrong.")
    @State
    public static class ChargeMeetsRelease {
        private final SlabPool pool = Leasing.pool(2);
        private final Share share = Share.of(Leasing.SLAB);
        private final Slab first = Leasing.lease(pool);
        private final Slab second = Leasing.lease(pool);

        public ChargeMeetsRelease() {
            share.charge(first);
        }

        @Actor
        public void releasing() {
            first.release();
        }

        @Actor
        public void charging(III_Result r) {
            r.r2 = charge(share, second);
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r3 = charged(share);
        }
    }
}
