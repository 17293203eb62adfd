package io.headroom.buffers.memory;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of memory cut into equal slabs: a chunk cut into whole slabs, or a whole slab cut into fractions. Guarded by the {@link Depot}'s
 * lock.
 *
 * <p>Single slabs are taken from its low end and runs of adjacent ones from its high end, so that they seldom get into each other's way. The
 * objects that stand for them are made once and kept.
 */
final class Block {
    final int sizeClass;
    final int count;

    /** The slab that was cut, or null if this is a chunk. */
    final @Nullable Slab cut;

    final NativeMemory.@Nullable Piece chunk;

    /** Whether it was committed for whoever was in the completion lane. */
    final boolean isOfLane;

    private final ByteBuffer memory;

    /** A bit for each slab, set while it is free. */
    private final long[] free;

    /** The round of the {@link Demand} in which this chunk was used last. */
    int idleSince;

    private int freeCount;
    private final @Nullable Slab[] slabs;

    /** The run that began at each slab when one last did. */
    private @Nullable Slab @Nullable [] runs;

    @Nullable Block previous;

    @Nullable Block next;

    /** Makes whole slabs of a chunk. */
    Block(NativeMemory.Piece chunk, int sizeClass, boolean isOfLane) {
        this(chunk.buffer(), null, chunk, sizeClass, isOfLane);
    }

    /** Makes fractions of a slab. */
    Block(Slab cut, int sizeClass) {
        this(cut.buffer(), cut, null, sizeClass, cut.block.isOfLane);
    }

    private Block(
            ByteBuffer memory,
            @Nullable Slab cut,
            NativeMemory.@Nullable Piece chunk,
            int sizeClass,
            boolean isOfLane) {
        this.isOfLane = isOfLane;
        this.memory = memory;
        this.cut = cut;
        this.chunk = chunk;
        this.sizeClass = sizeClass;
        count = memory.capacity() / (SlabPool.SMALLEST_FRACTION << sizeClass);
        this.freeCount = count;
        slabs = new @Nullable Slab[count];
        free = new long[(count + 63) >>> 6];
        for (int i = 0; i < count; i++) {
            free[i >>> 6] |= 1L << i;
        }
    }

    /** Takes the lowest free slab; there must be one. */
    Slab take(SlabPool pool) {
        int word = 0;
        while (free[word] == 0) {
            word++;
        }
        int index = (word << 6) + Long.numberOfTrailingZeros(free[word]);
        Slab slab = slabs[index];
        if (slab == null) {
            slab = cut(pool, index, 1);
            slabs[index] = slab;
        }
        mark(index, 1, false);
        return slab;
    }

    /** Takes the highest {@code slots} adjacent free slabs as one, or returns null if there are none. */
    @Nullable Slab takeRun(SlabPool pool, int slots) {
        int start = findRun(slots);
        if (start < 0) {
            return null;
        }
        if (runs == null) {
            runs = new @Nullable Slab[count];
        }
        Slab run = runs[start];
        if (run == null || run.slots != slots) {
            run = cut(pool, start, slots);
            runs[start] = run;
        }
        mark(start, slots, false);
        return run;
    }

    boolean hasRun(int slots) {
        return findRun(slots) >= 0;
    }

    private int findRun(int slots) {
        if (freeCount < slots) {
            return -1;
        }
        int adjacent = 0;
        for (int i = count - 1; i >= 0; i--) {
            if ((free[i >>> 6] & (1L << i)) == 0) {
                adjacent = 0;
            } else if (++adjacent == slots) {
                return i;
            }
        }
        return -1;
    }

    private Slab cut(SlabPool pool, int index, int slots) {
        int size = memory.capacity() / count;
        ByteBuffer piece = memory.duplicate();
        piece.limit((index + slots) * size).position(index * size);
        return new Slab(pool, this, index, slots, piece.slice());
    }

    void put(Slab slab) {
        mark(slab.index, slab.slots, true);
    }

    private void mark(int index, int slots, boolean isFree) {
        freeCount += isFree ? slots : -slots;
        for (int i = index; i < index + slots; i++) {
            free[i >>> 6] ^= 1L << i;
        }
    }

    int freeCount() {
        return freeCount;
    }

    boolean isUnused() {
        return freeCount == count;
    }

    /** Returns whether this chunk was made for a run that needed it all: others are used up before. */
    boolean isLarge() {
        return bytes() > SlabPool.CHUNK;
    }

    int bytes() {
        return memory.capacity();
    }
}
