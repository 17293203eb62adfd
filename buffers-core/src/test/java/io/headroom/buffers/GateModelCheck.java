package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.headroom.buffers.memory.ModelCheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/** One caller at a time is inside, none after a close, and exactly one party cleans up, however entry, exit and close meet. */
class GateModelCheck {
    /** What a read buffer does with its gate. */
    abstract static class Calls {
        private final boolean[] inside = new boolean[4];

        abstract boolean enters();

        abstract boolean leaves();

        abstract boolean closes();

        abstract void closed();

        @Operation
        public String enter(@Param(gen = ThreadIdGen.class) int thread) {
            try {
                boolean entered = enters();
                inside[thread] |= entered;
                return entered ? "inside" : "closed";
            } catch (IllegalStateException e) {
                return "in use";
            }
        }

        @Operation
        public String leave(@Param(gen = ThreadIdGen.class) int thread) {
            if (!inside[thread]) {
                return "not inside";
            }
            inside[thread] = false;
            if (leaves()) {
                return "open";
            }
            closed();
            return "cleaned up";
        }

        @Operation
        public String close() {
            return closes() ? "cleaned up" : "left to others";
        }
    }

    /** The gate as it is. */
    public static final class Sound extends Calls {
        private final Gate gate = new Gate();

        @Override
        boolean enters() {
            return gate.enter();
        }

        @Override
        boolean leaves() {
            return gate.leave();
        }

        @Override
        boolean closes() {
            return gate.close();
        }

        @Override
        void closed() {
            gate.closed();
        }
    }

    /** A gate whose exit looks first and acts then, so that a close in between is lost. */
    public static final class LooksThenLeaves extends Calls {
        private volatile int state;

        @Override
        synchronized boolean enters() {
            if (state == 1 || state == 2) {
                throw new IllegalStateException();
            }
            state = state == 0 ? 1 : state;
            return state == 1;
        }

        @Override
        boolean leaves() {
            boolean open = state == 1;
            if (open) {
                state = 0;
            }
            return open;
        }

        @Override
        synchronized boolean closes() {
            boolean idle = state == 0;
            if (idle) {
                state = 3;
            } else if (state == 1) {
                state = 2;
            }
            return idle;
        }

        @Override
        void closed() {
            state = 3;
        }
    }

    @Test
    void letsOneInAndClosesOnce() {
        ModelCheck.check(Sound.class, 6);
    }

    @Test
    void findsAnExitThatLooksFirstAndActsThen() {
        assertThatExceptionOfType(LincheckAssertionError.class)
                .isThrownBy(() -> ModelCheck.check(LooksThenLeaves.class, 100));
    }
}
