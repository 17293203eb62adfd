package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import java.util.ArrayList;
import java.util.List;

/** A node with small slabs, whose memory is counted when it closes: nothing may be held, and all of it must be given back. */
final class CountedNode implements AutoCloseable {
    static final int SLAB = 4096;

    /** The framing of {@link NumberedFrames}. */
    static final LengthField FRAMING = LengthField.ofBytes(4).strip(4);

    private static final int SLABS = 16;

    final MessageBuffers buffers;
    private final List<ReadBuffer> opened = new ArrayList<>();
    private final List<Slab> hoard = new ArrayList<>();

    CountedNode(boolean heap) {
        MessageBuffers.Builder settings = MessageBuffers.builder()
                .slabBytes(SLAB)
                .memoryLimit(SLABS * SLAB)
                .lanes(false)
                .readBudget(2 * SLAB);
        buffers = (heap ? settings.heap() : settings).build();
    }

    ReadBuffer open() {
        return open(FRAMING);
    }

    ReadBuffer open(Framing framing) {
        ReadBuffer in = buffers.connection("peer")
                .framing(framing)
                .limits(ReadLimits.maxFrame(8 * SLAB))
                .open();
        opened.add(in);
        return in;
    }

    /** Returns how many bytes are leased in all, those hoarded included. */
    long leased() {
        long leased = buffers.pool().leasedBytes() + buffers.arrays().leasedBytes();
        return buffers.pool() == buffers.landingPool()
                ? leased
                : leased + buffers.landingPool().leasedBytes();
    }

    /** Takes all the memory there is. */
    void hoard() {
        for (SlabPool pool : List.of(buffers.pool(), buffers.landingPool())) {
            for (int bytes : new int[] {SLAB, SlabPool.SMALLEST_FRACTION}) {
                for (Slab slab = pool.tryLease(bytes); slab != null; slab = pool.tryLease(bytes)) {
                    hoard.add(slab);
                }
            }
        }
    }

    /** Gives it back. */
    void spend() {
        hoard.forEach(Slab::release);
        hoard.clear();
    }

    @Override
    public void close() {
        for (ReadBuffer in : opened) {
            in.close();
            assertThat(in.heldBytes()).as("held after close").isZero();
        }
        spend();
        assertThat(leased()).as("leased after close").isZero();
        buffers.close();
        for (SlabPool pool : List.of(buffers.pool(), buffers.landingPool(), buffers.arrays())) {
            assertThat(pool.committedBytes()).as("committed after close").isZero();
        }
    }
}
