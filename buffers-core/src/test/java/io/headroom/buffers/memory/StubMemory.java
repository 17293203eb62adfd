package io.headroom.buffers.memory;

import java.nio.ByteBuffer;
import java.util.function.IntPredicate;

/** Memory that counts what is allocated and freed, and that runs out when told to; for any number of threads. */
final class StubMemory extends NativeMemory {
    /** All chunks are this one, so that a pool of any size can be had. */
    private final ByteBuffer memory;

    private final boolean direct;
    private IntPredicate refuses = number -> false;
    private int mostBytes = Integer.MAX_VALUE;
    private int allocations;
    private int frees;
    private long liveBytes;
    private long largestBytes;
    private boolean inUse;

    private StubMemory(boolean direct) {
        this.direct = direct;
        memory = ByteBuffer.allocate(8 << 20);
    }

    static StubMemory direct() {
        return new StubMemory(true);
    }

    static StubMemory heap() {
        return new StubMemory(false);
    }

    /** From now on the n-th allocation, counted from 1, fails if the predicate holds for n. */
    StubMemory refusing(IntPredicate refuses) {
        this.refuses = refuses;
        allocations = 0;
        return this;
    }

    /** From now on an allocation of more than this fails. */
    void refusingOver(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** As if the system were reading into every chunk, so that none can be freed. */
    void inUse(boolean inUse) {
        this.inUse = inUse;
    }

    synchronized int allocations() {
        return allocations;
    }

    synchronized int frees() {
        return frees;
    }

    synchronized long liveBytes() {
        return liveBytes;
    }

    /** Returns the most bytes that were allocated and not freed at any one time. */
    synchronized long largestBytes() {
        return largestBytes;
    }

    @Override
    synchronized Piece allocate(int bytes) {
        allocations++;
        if (bytes > mostBytes || refuses.test(allocations)) {
            throw new OutOfMemoryError("allocation " + allocations + " of the stub");
        }
        liveBytes += bytes;
        largestBytes = Math.max(largestBytes, liveBytes);
        ByteBuffer buffer = memory.slice(0, bytes);
        return new Piece() {
            private boolean freed;

            @Override
            public ByteBuffer buffer() {
                return buffer;
            }

            @Override
            public boolean free() {
                if (freed) {
                    throw new AssertionError("freed twice");
                }
                freed = !inUse;
                if (freed) {
                    freed(bytes);
                }
                return freed;
            }
        };
    }

    private synchronized void freed(int bytes) {
        frees++;
        liveBytes -= bytes;
    }

    @Override
    boolean isDirect() {
        return direct;
    }
}
