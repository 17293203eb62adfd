package io.headroom.buffers.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Slabs, pools, shares and lanes that are wrong, with the questions that the tests of this package ask. */
public final class SeededMemoryBugs {
    private SeededMemoryBugs() {}

    /** Takes a moment, in which others come: what lies between a look and a write is not always next to nothing. */
    private static void pause() {
        for (int i = 0; i < 4; i++) {
            Thread.onSpinWait();
        }
    }

    /** The holders of a slab are counted with a look and a write. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Given back once.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Given back never or twice.")
    @State
    public static class HoldersCountedInTwoSteps {
        private final AtomicInteger ends = new AtomicInteger();
        private int holders = 2;

        private void release() {
            int now = holders;
            pause();
            holders = now - 1;
            if (now == 1) {
                ends.incrementAndGet();
            }
        }

        @Actor
        public void one() {
            release();
        }

        @Actor
        public void other() {
            release();
        }

        @Arbiter
        public void afterwards(I_Result r) {
            r.r1 = ends.get();
        }
    }

    /** What was set for a lease is cleared after the slab went back, when it may be leased again already. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "Refused, or the next owner keeps what it has set.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The last owner has cleared what the next one set.")
    @State
    public static class ClearedAfterRelease {
        private final AtomicBoolean free = new AtomicBoolean();
        private volatile int charged = 2;

        @Actor
        public void last() {
            free.set(true);
            pause();
            charged = 0;
        }

        @Actor
        public void next(II_Result r) {
            if (free.compareAndSet(true, false)) {
                charged = 1;
                r.r1 = 1;
            }
        }

        @Arbiter
        public void afterwards(II_Result r) {
            r.r2 = charged;
        }
    }

    /** A free slab is taken with a look and a write. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "One has it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both have it.")
    @State
    public static class TakenInTwoSteps {
        private volatile boolean free = true;

        private int take() {
            if (!free) {
                return 0;
            }
            pause();
            free = false;
            return 1;
        }

        @Actor
        public void one(II_Result r) {
            r.r1 = take();
        }

        @Actor
        public void other(II_Result r) {
            r.r2 = take();
        }
    }

    /** A waiter looks for memory before it is queued, and not afterwards. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It has run, once.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was lost, or has run twice.")
    @State
    public static class MemoryLookedForFirst {
        private final AtomicInteger runs = new AtomicInteger();
        private volatile boolean free;
        private volatile @Nullable Runnable waiter;

        @Actor
        public void releasing() {
            free = true;
            Runnable queued = waiter;
            if (queued != null) {
                queued.run();
            }
        }

        @Actor
        public void waiting() {
            if (free) {
                runs.incrementAndGet();
            } else {
                pause();
                waiter = runs::incrementAndGet;
            }
        }

        @Arbiter
        public void afterwards(I_Result r) {
            r.r1 = runs.get();
        }
    }

    /** Both sides do everything in the right order, yet with accesses that let a write pass a later read: no interleaving shows it. */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "1, 0", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "One of the two saw the other.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Neither saw the other: the waiter is lost.")
    @State
    public static class QueuedWithoutFence {
        private static final VarHandle FREE;
        private static final VarHandle WAITER;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                FREE = lookup.findVarHandle(QueuedWithoutFence.class, "free", int.class);
                WAITER = lookup.findVarHandle(QueuedWithoutFence.class, "waiter", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @SuppressWarnings("unused") // through FREE
        private int free;

        @SuppressWarnings("unused") // through WAITER
        private int waiter;

        @Actor
        public void releasing(II_Result r) {
            FREE.setOpaque(this, 1);
            r.r1 = (int) WAITER.getOpaque(this);
        }

        @Actor
        public void waiting(II_Result r) {
            WAITER.setOpaque(this, 1);
            r.r2 = (int) FREE.getOpaque(this);
        }
    }

    /** A share looks whether there is room, and charges afterwards. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 1", "0, 1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "One is in.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both are in.")
    @State
    public static class ChargedAfterLook {
        private final AtomicLong charged = new AtomicLong();

        private int charge() {
            if (charged.get() > 0) {
                return 0;
            }
            pause();
            charged.addAndGet(1);
            return 1;
        }

        @Actor
        public void one(III_Result r) {
            r.r1 = charge();
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = charge();
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r3 = charged.intValue();
        }
    }

    /** The lane is looked at and taken in two steps. */
    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1", "1, 0", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "One after the other, or one refused.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both were in the lane at once.")
    @State
    public static class LaneEnteredInTwoSteps {
        private volatile @Nullable Object holder;
        private int plain;

        private int count(Object entering) {
            if (holder != null) {
                return 0;
            }
            pause();
            holder = entering;
            int seen = ++plain;
            holder = null;
            return seen;
        }

        @Actor
        public void one(II_Result r) {
            r.r1 = count("first");
        }

        @Actor
        public void other(II_Result r) {
            r.r2 = count("second");
        }
    }
}
