package io.headroom.buffers;

import io.headroom.buffers.memory.MemoryBudget;
import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** A connection that pauses, while another thread lets it go on, gives memory back, or closes it. */
public final class ReadinessStress {
    private static final int SLAB = 4096;

    private static final MessageBuffers NODE = MessageBuffers.builder().build();
    private static final Course COURSE = new Course(new Allowance(NODE.connection("peer")), new FrameSizes());

    /** Leases of a connection that nothing is refused to. */
    private static final Leases UNREFUSED = leases(pools(4));

    private ReadinessStress() {}

    private static Pools pools(int slabs) {
        return new Pools(MemoryBudget.of((long) slabs * SLAB), SLAB, true, false);
    }

    private static Leases leases(Pools pools) {
        return new Parking(pools, COURSE, null, null).leases();
    }

    /** A held connection is resumed while it says what to run then. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "It was told once, and is not held.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was not told, or twice, or is still held.")
    @State
    public static class ResumeMeetsWhenReadable {
        private final Readiness readiness = new Readiness();
        private final AtomicInteger runs = new AtomicInteger();

        public ResumeMeetsWhenReadable() {
            readiness.hold();
        }

        @Actor
        public void resuming() {
            readiness.resume();
        }

        @Actor
        public void waiting() {
            readiness.whenReadable(runs::incrementAndGet, UNREFUSED);
        }

        @Arbiter
        public void afterwards(II_Result r) {
            r.r1 = runs.get();
            r.r2 = readiness.isHeld() ? 1 : 0;
        }
    }

    /** A handler asks for a pause while it is resumed. */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "Resumed before it was held: it goes on.")
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "Held, and told once.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was not told, or for nothing, or is still held.")
    @State
    public static class ResumeMeetsHold {
        private final Readiness readiness = new Readiness();
        private final AtomicInteger runs = new AtomicInteger();

        @Actor
        public void pausing(III_Result r) {
            if (readiness.hold()) {
                readiness.whenReadable(runs::incrementAndGet, UNREFUSED);
            } else {
                r.r1 = 1;
            }
        }

        @Actor
        public void resuming() {
            readiness.resume();
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r2 = runs.get();
            r.r3 = readiness.isHeld() ? 1 : 0;
        }
    }

    /** A held connection is closed while it says what to run when it goes on. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "It was told once, and is not held.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was not told, or twice, or is still held.")
    @State
    public static class CloseMeetsWhenReadable {
        private final Readiness readiness = new Readiness();
        private final AtomicInteger runs = new AtomicInteger();

        public CloseMeetsWhenReadable() {
            readiness.hold();
        }

        @Actor
        public void closing() {
            readiness.close();
        }

        @Actor
        public void waiting() {
            readiness.whenReadable(runs::incrementAndGet, UNREFUSED);
        }

        @Arbiter
        public void afterwards(II_Result r) {
            r.r1 = runs.get();
            r.r2 = readiness.isHeld() ? 1 : 0;
        }
    }

    /** A connection that waits for the only slab, with somebody behind it, is closed while the slab is released. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "It was told once, and its turn went to the one behind.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was not told, or twice, or the one behind has lost its turn.")
    @State
    public static class CloseMeetsTurn {
        private final Pools pools = pools(1);
        private final SlabPool pool = pools.frames;
        private final Slab slab;
        private final Readiness readiness = new Readiness();
        private final AtomicInteger runs = new AtomicInteger();
        private final AtomicInteger runsBehind = new AtomicInteger();

        public CloseMeetsTurn() {
            Slab only = pool.tryLease(SLAB);
            if (only == null) {
                throw new IllegalStateException("refused by " + pool);
            }
            slab = only;
            readiness.whenReadable(runs::incrementAndGet, leases(pools));
            pool.whenAvailable(runsBehind::incrementAndGet);
        }

        @Actor
        public void releasing() {
            slab.release();
        }

        @Actor
        public void closing() {
            readiness.close();
        }

        @Arbiter
        public void afterwards(II_Result r) {
            r.r1 = runs.get();
            r.r2 = runsBehind.get();
        }
    }
}
