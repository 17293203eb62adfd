package io.headroom.buffers.memory;

import org.jspecify.annotations.Nullable;

/**
 * All memory of a pool, in blocks by size class, behind one lock. Shelves stand in front of it so that it is seldom asked.
 *
 * <p>Size class {@code c} has slabs of {@code 256 << c} bytes; the highest is that of whole slabs, cut from chunks. A fraction's block that
 * is all free goes back at once as the whole slab it was.
 */
final class Depot {
    private static final long REFUSAL_NANOS = 1_000_000_000;

    private final SlabPool pool;
    private final NativeMemory memory;
    private final BlockList[] lists;
    private final int whole;
    private final int slabBytes;
    private final int chunkBytes;

    private long limitBytes;
    private long committedBytes;
    private long freeBytes;
    private long refusedAtNanos;
    private boolean refused;

    Depot(SlabPool pool, NativeMemory memory, int slabBytes, int chunkBytes, long limitBytes) {
        this.pool = pool;
        this.memory = memory;
        this.slabBytes = slabBytes;
        this.chunkBytes = chunkBytes;
        this.limitBytes = limitBytes;
        whole = SlabPool.sizeClass(slabBytes);
        lists = new BlockList[whole + 1];
        for (int i = 0; i <= whole; i++) {
            lists[i] = new BlockList();
        }
    }

    /** Returns a slab of the class, or null if the limit or the system refuses. */
    synchronized @Nullable Slab take(int sizeClass) {
        Block block = lists[sizeClass].first();
        if (block == null) {
            block = sizeClass == whole ? newChunk() : cutSlab(sizeClass);
            if (block == null) {
                return null;
            }
            lists[sizeClass].addFirst(block);
        }
        Slab slab = block.take(pool);
        if (block.freeCount() == 0) {
            lists[sizeClass].remove(block);
        }
        freeBytes -= slab.capacity();
        return slab;
    }

    /** Takes back a linked list of slabs and returns how many whole slabs are free for it that were not before. */
    synchronized int put(@Nullable Slab slabs) {
        int wholeSlabs = 0;
        for (Slab slab = slabs; slab != null; ) {
            Slab next = slab.next;
            wholeSlabs += put1(slab);
            slab = next;
        }
        return wholeSlabs;
    }

    private int put1(Slab slab) {
        Block block = slab.block;
        BlockList list = lists[block.sizeClass];
        freeBytes += slab.capacity();
        block.put(slab);
        if (block.freeCount() == 1 && block.count > 1) {
            list.addFirst(block);
            return block.cut == null ? 1 : 0;
        }
        if (!block.isUnused()) {
            return block.cut == null ? 1 : 0;
        }
        if (block.count > 1) {
            list.remove(block);
        }
        if (block.cut == null) {
            if (block.count == 1) {
                list.addFirst(block);
            } else {
                list.addLast(block);
            }
            return 1;
        }
        freeBytes -= slabBytes;
        return put1(block.cut);
    }

    private @Nullable Block cutSlab(int sizeClass) {
        Slab slab = take(whole);
        if (slab == null) {
            return null;
        }
        freeBytes += slabBytes;
        return new Block(slab, sizeClass, SlabPool.SMALLEST_FRACTION << sizeClass);
    }

    private @Nullable Block newChunk() {
        long room = Math.min(chunkBytes, limitBytes - committedBytes) / slabBytes * slabBytes;
        if (room <= 0 || isRefused()) {
            return null;
        }
        NativeMemory.Piece piece = memory.tryAllocate((int) room);
        if (piece == null && room > slabBytes) {
            piece = memory.tryAllocate(slabBytes);
        }
        refused = piece == null;
        if (piece == null) {
            refusedAtNanos = System.nanoTime();
            return null;
        }
        committedBytes += piece.buffer().capacity();
        freeBytes += piece.buffer().capacity();
        return new Block(piece, whole, slabBytes);
    }

    /**
     * Returns whether the system refused lately: the JDK sleeps for half a second before it says no, which an I/O thread must not suffer on
     * every read. Where nothing is committed there is no release to wait for either, so it is asked again.
     */
    private boolean isRefused() {
        return refused && committedBytes > 0 && System.nanoTime() - refusedAtNanos < REFUSAL_NANOS;
    }

    /** Gives every unused chunk back to the system and returns their bytes. */
    synchronized long trim() {
        long bytes = 0;
        for (Block block = lists[whole].first(); block != null; ) {
            Block next = block.next;
            if (block.isUnused() && block.chunk != null && block.chunk.free()) {
                lists[whole].remove(block);
                bytes += block.bytes();
            }
            block = next;
        }
        committedBytes -= bytes;
        freeBytes -= bytes;
        return bytes;
    }

    /** Leases nothing more from now on; what is leased comes back as before. */
    synchronized void close() {
        limitBytes = 0;
    }

    synchronized boolean hasWholeSlab() {
        return lists[whole].first() != null || (limitBytes - committedBytes >= slabBytes && !isRefused());
    }

    synchronized long committedBytes() {
        return committedBytes;
    }

    synchronized long freeBytes() {
        return freeBytes;
    }
}
