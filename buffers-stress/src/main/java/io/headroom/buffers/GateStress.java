package io.headroom.buffers;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** What callers and closers of one {@link Gate} see of each other. */
public final class GateStress {
    private GateStress() {}

    /** Enters, or returns false if somebody is inside or the gate is closed. */
    static boolean tryEnter(Gate gate) {
        try {
            return gate.enter();
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** Two callers, each of which counts on a plain field while it is inside. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The second came in after the first and saw its write.")
    @Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "The first came in after the second and saw its write.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The second came while the first was inside.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The first came while the second was inside.")
    @Outcome(
            expect = Expect.FORBIDDEN,
            desc = "Both were inside at once, or the next one did not see what was written.")
    @State
    public static class Handover {
        private final Gate gate = new Gate();
        private int plain;

        private int count() {
            if (!tryEnter(gate)) {
                return 0;
            }
            int seen = ++plain;
            gate.leave();
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

    /** A caller that writes while it is inside, and somebody who closes. */
    @JCStressTest
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "Closed before the caller came: it wrote nothing.")
    @Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "The closer cleans up and sees what the caller wrote.")
    @Outcome(id = "2, 0, 0", expect = Expect.ACCEPTABLE, desc = "The caller cleans up when it leaves.")
    @Outcome(
            expect = Expect.FORBIDDEN,
            desc = "Nobody cleans up, or both do, or without what was written, or it is open.")
    @State
    public static class CloseOfBusy {
        private final Gate gate = new Gate();
        private int plain;

        @Actor
        public void caller(III_Result r) {
            if (tryEnter(gate)) {
                plain = 1;
                if (gate.leave()) {
                    r.r1 = 1;
                } else {
                    gate.closed();
                    r.r1 = 2;
                }
            }
        }

        @Actor
        public void closer(III_Result r) {
            r.r2 = gate.close() ? 1 + plain : 0;
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r3 = gate.isOpen() || tryEnter(gate) ? 1 : 0;
        }
    }

    /** Two that close at once what was written before by whoever left last. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The first cleans up.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The second cleans up.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Nobody cleans up, or both do.")
    @State
    public static class CloseTwice {
        private final Gate gate = new Gate();

        @Actor
        public void one(II_Result r) {
            r.r1 = gate.close() ? 1 : 0;
        }

        @Actor
        public void other(II_Result r) {
            r.r2 = gate.close() ? 1 : 0;
        }
    }
}
