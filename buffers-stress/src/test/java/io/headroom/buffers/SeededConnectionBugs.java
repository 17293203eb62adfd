package io.headroom.buffers;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Connections that are wrong, with the questions that {@link ReadinessStress} and {@link StatsStress} ask. */
public final class SeededConnectionBugs {
    private SeededConnectionBugs() {}

    /** Takes a moment, in which others come: what lies between a look and a write is not always next to nothing. */
    private static void pause() {
        for (int i = 0; i < 4; i++) {
            Thread.onSpinWait();
        }
    }

    /** Whether it is held is looked at before the callback is set, and not under the lock that a resume takes. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It was told once.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was not told, or twice.")
    @State
    public static class HeldLookedAtFirst {
        private final AtomicInteger runs = new AtomicInteger();
        private volatile boolean held = true;
        private volatile @Nullable Runnable rearm;

        @Actor
        public void resuming() {
            held = false;
            Runnable callback = rearm;
            if (callback != null) {
                callback.run();
            }
        }

        @Actor
        public void waiting() {
            if (held) {
                pause();
                rearm = runs::incrementAndGet;
            } else {
                runs.incrementAndGet();
            }
        }

        @Arbiter
        public void afterwards(I_Result r) {
            r.r1 = runs.get();
        }
    }

    /** A connection is unlinked, and its bytes go into the total of the closed ones, in two steps. */
    @JCStressTest
    @Outcome(id = "5, 5", expect = Expect.ACCEPTABLE, desc = "Its bytes were seen once.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Its bytes were not counted, or twice.")
    @State
    public static class UnlinkedInTwoSteps {
        private volatile int open = 5;
        private volatile int closed;

        private int total() {
            return closed + open;
        }

        @Actor
        public void closing() {
            closed = 5;
            pause();
            open = 0;
        }

        @Actor
        public void looking(II_Result r) {
            r.r1 = total();
            r.r2 = total();
        }
    }
}
