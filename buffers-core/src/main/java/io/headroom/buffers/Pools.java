package io.headroom.buffers;

import io.headroom.buffers.memory.MemoryBudget;
import io.headroom.buffers.memory.SlabPool;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The pools of one node: one for each purpose, the same one where purposes do not differ. */
final class Pools {
    /** A heap node leases direct memory for reads in progress only: one slab for each thread that drains, and a few in reserve. */
    private static final long LANDING_SLABS = 64;

    /** A stream is read into an array of this many bytes; streams give little more at once. */
    private static final int STREAM_PIECE = 16 << 10;

    /** What is kept for small messages is a thirty-second of the limit at most, four slabs at most, and nothing where that is no slab. */
    private static final int CONTROL_SLABS = 4;

    private static final int CONTROL_SHARE = 32;

    /** Frames that take more than one read. */
    final SlabPool frames;

    /** Reads in progress. */
    final SlabPool landings;

    /** Contiguous frames. */
    final SlabPool runs;

    /** Small messages while long frames have all other memory; null where the limit is too small for that. */
    final @Nullable SlabPool control;

    /** What streams are read into. */
    final SlabPool arrays;

    /** All but the last, each one once. */
    private final List<SlabPool> ofFrames;

    private final MemoryBudget budget;
    private final long controlBytes;
    private final AtomicBoolean closed = new AtomicBoolean();

    Pools(MemoryBudget budget, int slabBytes, boolean heap, boolean lanes) {
        frames = (heap ? SlabPool.heap() : SlabPool.direct())
                .slabBytes(slabBytes)
                .budget(budget)
                .build();
        runs = heap ? SlabPool.direct().slabBytes(slabBytes).budget(budget).build() : frames;
        landings = heap
                ? SlabPool.direct()
                        .slabBytes(slabBytes)
                        .limitBytes(LANDING_SLABS * slabBytes)
                        .build()
                : frames;
        this.budget = budget;
        long controlSlabs = !lanes ? 0 : Math.min(CONTROL_SLABS, budget.limitBytes() / slabBytes / CONTROL_SHARE);
        controlBytes = controlSlabs * slabBytes;
        MemoryBudget part = controlBytes > 0 ? budget.tryPart(controlBytes) : null;
        control = part == null
                ? null
                : SlabPool.direct().slabBytes(slabBytes).budget(part).build();
        Set<SlabPool> distinct = new LinkedHashSet<>(List.of(frames, landings, runs));
        if (control != null) {
            distinct.add(control);
        }
        ofFrames = List.copyOf(distinct);
        arrays = SlabPool.heap()
                .slabBytes(STREAM_PIECE)
                .limitBytes(LANDING_SLABS * STREAM_PIECE)
                .build();
    }

    private long sum(ToLongFunction<SlabPool> figure) {
        long sum = 0;
        for (SlabPool pool : ofFrames) {
            sum += figure.applyAsLong(pool);
        }
        return sum;
    }

    long leasedBytes() {
        return sum(SlabPool::leasedBytes);
    }

    long committedBytes() {
        return sum(SlabPool::committedBytes);
    }

    /** Adds up what all pools have counted and how they stand. Allocates nothing. */
    void addTo(BufferStats stats) {
        for (int i = 0; i < ofFrames.size(); i++) {
            stats.add(ofFrames.get(i));
        }
        stats.limits(budget.limitBytes(), budget.laneBytes() + (control == null ? 0 : controlBytes));
    }

    void wakeWhoeverMayGoOn() {
        budget.wakeWhoeverMayGoOn();
        if (landings != frames) {
            landings.budget().wakeWhoeverMayGoOn();
        }
        if (control != null) {
            control.budget().wakeWhoeverMayGoOn();
        }
    }

    long trim() {
        return sum(SlabPool::trim) + arrays.trim();
    }

    long shrink() {
        return sum(SlabPool::shrink) + arrays.shrink();
    }

    void close() {
        if (closed.compareAndSet(false, true)) {
            ofFrames.forEach(SlabPool::close);
            arrays.close();
        }
    }
}
