package io.headroom.buffers.memory;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of memory cut into equal slabs: a chunk cut into whole slabs, or a whole slab cut into fractions. Guarded by the {@link Depot}'s
 * lock.
 */
final class Block {
    final int sizeClass;
    final int count;

    /** The slab that was cut, or null if this is a chunk. */
    final @Nullable Slab cut;

    final NativeMemory.@Nullable Piece chunk;
    private final ByteBuffer memory;

    private int fresh;
    private int freeCount;
    private @Nullable Slab free;

    @Nullable Block previous;

    @Nullable Block next;

    /** Makes whole slabs of a chunk. */
    Block(NativeMemory.Piece chunk, int sizeClass, int slabBytes) {
        this(chunk.buffer(), null, chunk, sizeClass, chunk.buffer().capacity() / slabBytes);
    }

    /** Makes fractions of a slab. */
    Block(Slab cut, int sizeClass, int fractionBytes) {
        this(cut.buffer(), cut, null, sizeClass, cut.capacity() / fractionBytes);
    }

    private Block(ByteBuffer memory, @Nullable Slab cut, NativeMemory.@Nullable Piece chunk, int sizeClass, int count) {
        this.memory = memory;
        this.cut = cut;
        this.chunk = chunk;
        this.sizeClass = sizeClass;
        this.count = count;
        this.freeCount = count;
    }

    /** Takes a slab that was free last, or cuts the next one; there must be one. */
    Slab take(SlabPool pool) {
        freeCount--;
        Slab slab = free;
        if (slab != null) {
            free = slab.next;
            slab.next = null;
            return slab;
        }
        int size = memory.capacity() / count;
        ByteBuffer piece = memory.duplicate();
        piece.limit((fresh + 1) * size).position(fresh * size);
        fresh++;
        return new Slab(pool, this, piece.slice());
    }

    void put(Slab slab) {
        slab.next = free;
        free = slab;
        freeCount++;
    }

    int freeCount() {
        return freeCount;
    }

    boolean isUnused() {
        return freeCount == count;
    }

    int bytes() {
        return memory.capacity();
    }
}
