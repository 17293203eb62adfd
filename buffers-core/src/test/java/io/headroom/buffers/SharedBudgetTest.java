package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.memory.MemoryBudget;
import io.headroom.buffers.memory.Slab;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two nodes with one budget, one of which is closed while the application keeps a frame of its. */
class SharedBudgetTest {
    private static final int SLAB = 64 << 10;

    private final MemoryBudget budget = MemoryBudget.of(128 * SLAB);
    private final MessageBuffers first = MessageBuffers.builder().budget(budget).build();
    private final MessageBuffers second =
            MessageBuffers.builder().budget(budget).lanes(false).build();
    private final List<Slab> leased = new ArrayList<>();

    @AfterEach
    void allComesBack() {
        leased.forEach(Slab::release);
        first.close();
        second.close();
        assertThat(first.committedBytes() + second.committedBytes()).isZero();
        assertThat(budget.committedBytes()).isZero();
        assertThat(budget.reserve(budget.limitBytes() - budget.laneBytes()))
                .as("all may be reserved again")
                .isTrue();
    }

    private void leaseAllOf(MessageBuffers node) {
        for (int bytes = SLAB; bytes >= 256; bytes /= 2) {
            for (Slab slab = node.pool().tryLease(bytes, true);
                    slab != null;
                    slab = node.pool().tryLease(bytes, true)) {
                leased.add(slab);
            }
        }
    }

    private long committed() {
        return first.committedBytes() + second.committedBytes();
    }

    @Test
    void theLimitHoldsWhileASmallMessageOfTheClosedOneIsKept() throws IOException {
        ReadBuffer in =
                first.connection("peer").limits(ReadLimits.maxFrame(SLAB)).open();
        leaseAllOf(first);
        List<ByteBuf> kept = new ArrayList<>();
        Form.SCATTERING.push(in, NumberedFrames.frame(1, 200), frame -> {
            kept.add(frame.share());
            return Next.CONTINUE;
        });
        assertThat(kept).as("taken in by what is kept for small messages").hasSize(1);
        leased.forEach(Slab::release);
        leased.clear();
        first.close();
        assertThat(first.committedBytes()).isPositive();

        leaseAllOf(second);
        assertThat(committed()).isLessThanOrEqualTo(budget.limitBytes());
        kept.get(0).release();
        assertThat(first.committedBytes()).isZero();
        leaseAllOf(second);
        assertThat(committed()).isEqualTo(budget.limitBytes());
    }
}
