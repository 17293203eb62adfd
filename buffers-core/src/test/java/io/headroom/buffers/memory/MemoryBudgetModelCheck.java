package io.headroom.buffers.memory;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/** The account of a budget and its lane: what is granted, in the lane and outside it, and who is in it. */
class MemoryBudgetModelCheck {
    /** Two that commit and give back, three units of which one is kept for the lane. */
    public static final class Account {
        private final MemoryBudget budget = MemoryBudget.of(3);
        private final Object[] holders = {"a", "b", "c", "d"};
        private final long[] committed = new long[4];

        /** Made by Lincheck for each run. */
        public Account() {
            budget.widenLane(1);
        }

        @Operation
        public long commit(@Param(gen = ThreadIdGen.class) int thread) {
            long granted = budget.commit(2, 1, 1, budget.isInLane(holders[thread]));
            committed[thread] += granted;
            return granted;
        }

        @Operation
        public long giveBack(@Param(gen = ThreadIdGen.class) int thread) {
            long all = committed[thread];
            committed[thread] = 0;
            budget.giveBack(all);
            return all;
        }

        @Operation
        public boolean enterLane(@Param(gen = ThreadIdGen.class) int thread) {
            return budget.tryEnterLane(holders[thread]);
        }

        @Operation
        public void leaveLane(@Param(gen = ThreadIdGen.class) int thread) {
            budget.leaveLane(holders[thread]);
        }

        @Operation
        public long committed() {
            return budget.committedBytes();
        }

        @Operation
        public boolean isOverdrawn() {
            return budget.isOverdrawn();
        }
    }

    @Test
    void grantsWhatThereIsAndLetsOneIntoTheLane() {
        ModelCheck.check(Account.class, 4);
    }
}
