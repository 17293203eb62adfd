package io.headroom.buffers.memory;

import org.jspecify.annotations.Nullable;

/**
 * All memory of a pool, in blocks by size class, behind one lock. Shelves stand in front of it so that it is seldom asked; whoever holds its
 * lock may take a shelf, never the other way round.
 *
 * <p>Size class {@code c} has slabs of {@code 256 << c} bytes; the highest is that of whole slabs, cut from chunks. A fraction's block that
 * is all free goes back at once as the whole slab it was.
 */
final class Depot {
    private static final long REFUSAL_NANOS = 1_000_000_000;

    private final SlabPool pool;
    private final Shelf[] shelves;
    private final NativeMemory memory;
    private final BlockList[] lists;
    private final int whole;
    private final int slabBytes;
    private final int chunkBytes;

    private long limitBytes;
    private long committedBytes;
    private long freeBytes;
    private long refusedAtNanos;

    /** The least that the system refused when it was asked last. */
    private int refusedBytes = Integer.MAX_VALUE;

    Depot(SlabPool pool, Shelf[] shelves, NativeMemory memory, int slabBytes, long limitBytes) {
        this.pool = pool;
        this.shelves = shelves;
        this.memory = memory;
        this.slabBytes = slabBytes;
        chunkBytes = memory.isDirect() ? SlabPool.CHUNK : slabBytes;
        this.limitBytes = limitBytes;
        whole = SlabPool.sizeClass(slabBytes);
        lists = new BlockList[whole + 1];
        for (int i = 0; i <= whole; i++) {
            lists[i] = new BlockList();
        }
    }

    /** Returns a slab of the class, or null if the limit or the system refuses and nothing lies on the shelves either. */
    synchronized @Nullable Slab take(int sizeClass) {
        Slab slab = takeHere(sizeClass);
        return slab == null && clearShelves() ? takeHere(sizeClass) : slab;
    }

    private @Nullable Slab takeHere(int sizeClass) {
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

    /**
     * Takes back what lies on the shelves and returns whether that was anything. It is one step with what is looked for afterwards: between
     * shelf and list a slab would be invisible to a thread that is about to be refused or to wait for it.
     */
    private boolean clearShelves() {
        boolean found = false;
        for (Shelf shelf : shelves) {
            for (Slab slab = shelf.clear(); slab != null; ) {
                Slab next = slab.next;
                put(slab);
                slab = next;
                found = true;
            }
        }
        return found;
    }

    /** Takes back a slab and returns how many whole slabs are free for it that were not before. */
    synchronized int put(Slab slab) {
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
        return put(block.cut);
    }

    private @Nullable Block cutSlab(int sizeClass) {
        Slab slab = takeHere(whole);
        if (slab == null) {
            return null;
        }
        freeBytes += slabBytes;
        return new Block(slab, sizeClass, SlabPool.SMALLEST_FRACTION << sizeClass);
    }

    private @Nullable Block newChunk() {
        long room = Math.min(chunkBytes, limitBytes - committedBytes) / slabBytes * slabBytes;
        if (room <= 0) {
            return null;
        }
        NativeMemory.Piece piece = tryAllocate((int) room);
        if (piece == null && room > slabBytes) {
            piece = tryAllocate(slabBytes);
        }
        if (piece == null) {
            return null;
        }
        committedBytes += piece.buffer().capacity();
        freeBytes += piece.buffer().capacity();
        return new Block(piece, whole, slabBytes);
    }

    private NativeMemory.@Nullable Piece tryAllocate(int bytes) {
        if (isRefused(bytes)) {
            return null;
        }
        NativeMemory.Piece piece = memory.tryAllocate(bytes);
        if (piece == null) {
            refusedBytes = bytes;
            refusedAtNanos = System.nanoTime();
        } else if (bytes >= refusedBytes) {
            refusedBytes = Integer.MAX_VALUE;
        }
        return piece;
    }

    /**
     * Returns whether the system refused as much lately: the JDK sleeps for half a second before it says no, which an I/O thread must not
     * suffer on every read. Where nothing is committed there is no release to wait for either, so it is asked again.
     */
    private boolean isRefused(int bytes) {
        return bytes >= refusedBytes && committedBytes > 0 && System.nanoTime() - refusedAtNanos < REFUSAL_NANOS;
    }

    /** Gives every unused chunk back to the system and returns their bytes. */
    synchronized long trim() {
        clearShelves();
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

    /** Commits nothing more from now on and gives back what is free; what is leased comes back as before. */
    synchronized void close() {
        limitBytes = 0;
        trim();
    }

    /** Returns whether a whole slab could be taken now. */
    synchronized boolean hasWholeSlab() {
        clearShelves();
        return lists[whole].first() != null || (limitBytes - committedBytes >= slabBytes && !isRefused(slabBytes));
    }

    synchronized long committedBytes() {
        return committedBytes;
    }

    /** Returns the bytes that are neither here nor on a shelf, 0 or more even where a slab was counted on two shelves on its way. */
    synchronized long leasedBytes() {
        long leased = committedBytes - freeBytes;
        for (Shelf shelf : shelves) {
            leased -= shelf.bytes();
        }
        return Math.max(0, leased);
    }
}
