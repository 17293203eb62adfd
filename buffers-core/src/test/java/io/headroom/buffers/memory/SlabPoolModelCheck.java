package io.headroom.buffers.memory;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** A slab is refused only if all are leased, and nobody waits for one that is free, however lease, release and wait meet. */
class SlabPoolModelCheck {
    private static final int SLAB = 4096;

    /** A pool of one slab, and for those who wait for it. */
    public static final class OneSlab {
        private final SlabPool pool =
                SlabPool.heap().slabBytes(SLAB).limitBytes(SLAB).build();
        private final Slab[] leased = new Slab[4];
        private final AtomicInteger waited = new AtomicInteger();
        private final AtomicInteger woken = new AtomicInteger();

        @Operation
        public boolean lease(@Param(gen = ThreadIdGen.class) int thread) {
            if (leased[thread] == null) {
                leased[thread] = pool.tryLease(SLAB);
            }
            return leased[thread] != null;
        }

        @Operation
        public boolean release(@Param(gen = ThreadIdGen.class) int thread) {
            Slab slab = leased[thread];
            leased[thread] = null;
            if (slab != null) {
                slab.release();
            }
            return slab != null;
        }

        @Operation
        public void await() {
            waited.incrementAndGet();
            pool.whenAvailable(() -> {
                woken.incrementAndGet();
                pool.wakeNextIfAvailable();
            });
        }

        @Validate
        public void nobodyWaitsForAFreeSlab() {
            if (waited.get() > woken.get() && pool.canServe(SLAB, Lane.BARRED)) {
                throw new IllegalStateException("a wake-up was lost");
            }
        }
    }

    /** The step between shelf and waiters alone: the one slab is put where it will be found, and then somebody is looked for who waits for it. */
    abstract static class OneShelf {
        private final AtomicInteger shelf = new AtomicInteger(1);
        private final AtomicInteger waiting = new AtomicInteger();
        private final boolean[] leased = new boolean[4];

        abstract boolean looksAgain();

        @Operation
        public boolean lease(@Param(gen = ThreadIdGen.class) int thread) {
            leased[thread] |= shelf.compareAndSet(1, 0);
            return leased[thread];
        }

        @Operation
        public void release(@Param(gen = ThreadIdGen.class) int thread) {
            if (leased[thread]) {
                leased[thread] = false;
                boolean waits = waiting.get() > 0;
                shelf.set(1);
                if (waits || (looksAgain() && waiting.get() > 0)) {
                    waiting.set(0);
                }
            }
        }

        @Operation
        public void await() {
            waiting.incrementAndGet();
            if (shelf.get() == 1) {
                waiting.set(0);
            }
        }

        void check() {
            if (waiting.get() > 0 && shelf.get() == 1) {
                throw new IllegalStateException("a wake-up was lost");
            }
        }
    }

    /** As the pool does it. */
    public static final class LooksAgain extends OneShelf {
        @Override
        boolean looksAgain() {
            return true;
        }

        @Validate
        public void nobodyWaitsForAFreeSlab() {
            check();
        }
    }

    /** Looks for waiters only before it puts the slab back. */
    public static final class LooksBefore extends OneShelf {
        @Override
        boolean looksAgain() {
            return false;
        }

        @Validate
        public void nobodyWaitsForAFreeSlab() {
            check();
        }
    }

    @Test
    void refusesOnlyWhatIsLeasedAndLosesNoWakeUp() {
        ModelCheck.check(OneSlab.class, 3);
    }

    @Test
    void losesNoWakeUpIfItLooksAgain() {
        ModelCheck.check(LooksAgain.class, 3);
    }

    @Test
    void findsAReleaseThatLooksForWaitersOnlyBefore() {
        assertThatExceptionOfType(LincheckAssertionError.class)
                .isThrownBy(() -> ModelCheck.check(LooksBefore.class, 100));
    }
}
