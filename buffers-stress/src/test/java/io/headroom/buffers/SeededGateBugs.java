package io.headroom.buffers;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Gates that are wrong, with the questions that {@link GateStress} asks. */
public final class SeededGateBugs {
    private SeededGateBugs() {}

    /** Takes a moment, in which others come: what lies between a look and a write is not always next to nothing. */
    private static void pause() {
        for (int i = 0; i < 4; i++) {
            Thread.onSpinWait();
        }
    }

    /** Entered with a look and a write, instead of one atomic step. */
    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1", "1, 0", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "One after the other, or one refused.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both were inside at once.")
    @State
    public static class EnteredInTwoSteps {
        private volatile boolean busy;
        private int plain;

        private int count() {
            if (busy) {
                return 0;
            }
            pause();
            busy = true;
            int seen = ++plain;
            busy = false;
            return seen;
        }

        @Actor
        public void one(II_Result r) {
            r.r1 = count();
        }

        @Actor
        public void other(II_Result r) {
            r.r2 = count();
        }
    }

    /** Left and closed with a look and a write each, so that neither learns of the other. */
    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 0"},
            expect = Expect.ACCEPTABLE,
            desc = "One party cleans up.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Nobody cleans up, or both do.")
    @State
    public static class LeftInTwoSteps {
        private volatile boolean busy = true;
        private volatile boolean closing;

        @Actor
        public void caller(II_Result r) {
            r.r1 = closing ? 2 : 1;
            pause();
            busy = false;
        }

        @Actor
        public void closer(II_Result r) {
            if (busy) {
                pause();
                closing = true;
            } else {
                r.r2 = 2;
            }
        }
    }
}
