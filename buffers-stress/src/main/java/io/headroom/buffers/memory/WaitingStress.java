package io.headroom.buffers.memory;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Those who wait for memory while it is released: each one runs, and once. */
public final class WaitingStress {
    private WaitingStress() {}

    /** One begins to wait for a slab while it is released. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It has run, once.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was lost, or has run twice.")
    @State
    public static class WaitForSlab {
        private final SlabPool pool = Leasing.pool(1);
        private final Slab slab = Leasing.lease(pool);
        private final AtomicInteger runs = new AtomicInteger();

        @Actor
        public void releasing() {
            slab.release();
        }

        @Actor
        public void waiting() {
            pool.whenAvailable(runs::incrementAndGet);
        }

        @Arbiter
        public void afterwards(I_Result r) {
            r.r1 = runs.get();
        }
    }

    /** One begins to wait for a whole slab while the second half of it is released. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It has run, once.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was lost, or has run twice.")
    @State
    public static class WaitForHalves {
        private final SlabPool pool = Leasing.pool(1);
        private final Slab half;
        private final AtomicInteger runs = new AtomicInteger();

        public WaitForHalves() {
            Slab first = pool.tryLease(Leasing.SLAB / 2);
            Slab second = pool.tryLease(Leasing.SLAB / 2);
            if (first == null || second == null) {
                throw new IllegalStateException("refused by " + pool);
            }
            first.release();
            half = second;
        }

        @Actor
        public void releasing() {
            half.release();
        }

        @Actor
        public void waiting() {
            pool.whenAvailable(runs::incrementAndGet);
        }

        @Arbiter
        public void afterwards(I_Result r) {
            r.r1 = runs.get();
        }
    }

    /** One that waits is forgotten while the slab is released. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "Forgotten, and has not run.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "Not forgotten, and has run.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Forgotten and has run, or neither.")
    @State
    public static class CancelMeetsRelease {
        private final SlabPool pool = Leasing.pool(1);
        private final Slab slab = Leasing.lease(pool);
        private final AtomicInteger runs = new AtomicInteger();
        private final Runnable waiter = runs::incrementAndGet;

        public CancelMeetsRelease() {
            pool.whenAvailable(waiter);
        }

        @Actor
        public void releasing() {
            slab.release();
        }

        @Actor
        public void cancelling(II_Result r) {
            r.r1 = pool.cancel(waiter) ? 1 : 0;
        }

        @Arbiter
        public void afterwards(II_Result r) {
            r.r2 = runs.get();
        }
    }

    /** One begins to wait for room in a share while the slab that fills it is released. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It has run, once.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was lost, or has run twice.")
    @State
    public static class WaitForShare {
        private final SlabPool pool = Leasing.pool(2);
        private final Share share = Share.of(Leasing.SLAB);
        private final Slab slab = Leasing.lease(pool);
        private final AtomicInteger runs = new AtomicInteger();

        public WaitForShare() {
            share.charge(slab);
        }

        @Actor
        public void releasing() {
            slab.release();
        }

        @Actor
        public void waiting() {
            share.whenAvailable(runs::incrementAndGet, Leasing.SLAB, Lane.BARRED);
        }

        @Arbiter
        public void afterwards(I_Result r) {
            r.r1 = runs.get();
        }
    }
}
