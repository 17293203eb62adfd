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

    /** Slabs that were cut in the completion lane, for whoever is in it: others would keep a part of them when the lane is left. */
    private final BlockList[] laneLists;

    private final int whole;
    private final int slabBytes;
    private final int chunkBytes;

    private final MemoryBudget budget;
    private final Demand demand = new Demand();

    /** Held by a warm-up while the system gives it memory; never by a lease, a release or a report. */
    final Object warmUps = new Object();

    private boolean closed;
    private long committedBytes;
    private long freeBytes;
    private long refusedAtNanos;

    /** Bytes of chunks that were freed and that the C library may have kept. */
    private long freedBytes;

    /** The least that the system refused when it was asked last. */
    private int refusedBytes = Integer.MAX_VALUE;

    private long refusals;

    Depot(SlabPool pool, Shelf[] shelves, NativeMemory memory, int slabBytes, MemoryBudget budget) {
        this.pool = pool;
        this.shelves = shelves;
        this.memory = memory;
        this.slabBytes = slabBytes;
        chunkBytes = memory.isDirect() ? SlabPool.CHUNK : slabBytes;
        this.budget = budget;
        whole = SlabPool.sizeClass(slabBytes);
        lists = new BlockList[whole + 1];
        laneLists = new BlockList[whole + 1];
        for (int i = 0; i <= whole; i++) {
            lists[i] = new BlockList();
            laneLists[i] = new BlockList();
        }
    }

    /** Returns a slab of the class, or null if the limit or the system refuses and nothing lies on the shelves either. */
    synchronized @Nullable Slab take(int sizeClass, boolean inLane) {
        Slab slab = takeHere(sizeClass, inLane);
        return slab == null && clearShelves() ? takeHere(sizeClass, inLane) : slab;
    }

    private @Nullable Slab takeHere(int sizeClass, boolean inLane) {
        Block block = lists[sizeClass].first();
        if (sizeClass < whole) {
            block = block == null && inLane ? laneLists[sizeClass].first() : block;
            block = block == null ? cutSlab(sizeClass, inLane) : block;
        } else if (block == null || block.isLarge()) {
            Block chunk = newChunk(inLane ? slabBytes : chunkBytes, slabBytes, inLane);
            block = chunk == null ? block : chunk;
        }
        if (block == null) {
            return null;
        }
        Slab slab = block.take(pool);
        took(block, slab);
        return slab;
    }

    /**
     * Returns adjacent whole slabs as one, from a chunk that has them or a new one, or null if the limit or the system refuses. What is longer
     * than a chunk gets one of its own.
     */
    synchronized @Nullable Slab takeRun(int slots, boolean inLane) {
        Slab run = takeRunHere(slots, inLane);
        if (run == null) {
            clearShelves();
            freeUnused();
            run = takeRunHere(slots, inLane);
        }
        return run;
    }

    private @Nullable Slab takeRunHere(int slots, boolean inLane) {
        for (Block block = lists[whole].first(); block != null; block = block.next) {
            Slab run = block.takeRun(pool, slots);
            if (run != null) {
                took(block, run);
                return run;
            }
        }
        int bytes = slots * slabBytes;
        Block chunk = newChunk(inLane ? bytes : Math.max(bytes, chunkBytes), bytes, inLane);
        Slab run = chunk == null ? null : chunk.takeRun(pool, slots);
        if (chunk != null && run != null) {
            took(chunk, run);
        }
        return run;
    }

    private BlockList listOf(Block block) {
        return block.isOfLane && block.sizeClass < whole ? laneLists[block.sizeClass] : lists[block.sizeClass];
    }

    private void took(Block block, Slab slab) {
        if (block.freeCount() == 0) {
            listOf(block).remove(block);
        }
        freeBytes -= slab.capacity();
        if (block.cut == null && block.count - block.freeCount() == slab.slots) {
            demand.began(block);
        }
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
        BlockList list = listOf(block);
        boolean wasFull = block.freeCount() == 0;
        freeBytes += slab.capacity();
        block.put(slab);
        if (block.isUnused() && block.cut != null) {
            if (!wasFull) {
                list.remove(block);
            }
            freeBytes -= slabBytes;
            return put(block.cut);
        }
        if (block.isUnused()) {
            demand.ended(block);
        }
        boolean isLast = block.isLarge() || (block.isUnused() && block.count > 1);
        if (wasFull || block.isUnused()) {
            if (!wasFull) {
                list.remove(block);
            }
            list.add(block, isLast);
        }
        if (block.isUnused() && budget.isOverdrawn()) {
            freeUnused();
        }
        if (block.cut != null) {
            return 0;
        }
        return block.isUnused() ? block.count : slab.slots; // a whole chunk may go to another pool
    }

    private @Nullable Block cutSlab(int sizeClass, boolean inLane) {
        Slab slab = takeHere(whole, inLane);
        if (slab == null) {
            return null;
        }
        freeBytes += slabBytes;
        Block block = new Block(slab, sizeClass);
        listOf(block).addFirst(block);
        return block;
    }

    /** Commits {@code wanted} bytes, or if there is not as much left, fewer in whole slabs, {@code least} at least; null if refused. */
    private @Nullable Block newChunk(int wanted, int least, boolean inLane) {
        if (closed) {
            return null;
        }
        long granted = budget.commit(wanted, least, slabBytes, inLane);
        if (granted == 0) {
            return null;
        }
        NativeMemory.Piece piece = tryAllocate((int) granted);
        if (piece == null && granted > least) {
            budget.giveBack(granted - least);
            granted = least;
            piece = tryAllocate(least);
        }
        if (piece == null) {
            budget.giveBack(granted);
            return null;
        }
        committedBytes += granted;
        freeBytes += granted;
        Block chunk = new Block(piece, whole, inLane);
        demand.committed(chunk);
        lists[whole].add(chunk, chunk.isLarge());
        return chunk;
    }

    private NativeMemory.@Nullable Piece tryAllocate(int bytes) {
        if (isRefused(bytes)) {
            return null;
        }
        NativeMemory.Piece piece = memory.tryAllocate(bytes);
        if (piece == null) {
            refused(bytes);
        } else if (bytes >= refusedBytes) {
            refusedBytes = Integer.MAX_VALUE;
        }
        return piece;
    }

    /** Takes a note that the system has refused as much just now. */
    synchronized void refused(int bytes) {
        refusals++;
        PoolEvents.refused(bytes, memory.isDirect());
        refusedBytes = bytes;
        refusedAtNanos = System.nanoTime();
    }

    /**
     * Takes over a chunk that was allocated elsewhere and counts in the budget already. It stands behind those that are in use, which are filled
     * up first, but not behind a large one.
     *
     * @return false if the depot is closed; then the chunk is the caller's to free
     */
    synchronized boolean add(NativeMemory.Piece piece) {
        if (closed) {
            return false;
        }
        Block chunk = new Block(piece, whole, false);
        committedBytes += chunk.bytes();
        freeBytes += chunk.bytes();
        demand.committed(chunk);
        Block last = lists[whole].last();
        lists[whole].add(chunk, last != null && !last.isLarge());
        return true;
    }

    /** Returns the size of the chunks that memory is committed in. */
    int chunkBytes() {
        return chunkBytes;
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
        return freeUnused();
    }

    private long freeUnused() {
        long bytes = 0;
        for (Block block = lists[whole].first(); block != null; ) {
            Block next = block.next;
            bytes += free(block);
            block = next;
        }
        return bytes;
    }

    /** Gives a chunk back to the system, if it is unused, and returns its bytes; else 0. */
    private long free(Block block) {
        if (!block.isUnused() || block.chunk == null || !block.chunk.free()) {
            return 0;
        }
        lists[whole].remove(block);
        demand.freed(block);
        committedBytes -= block.bytes();
        freeBytes -= block.bytes();
        budget.giveBack(block.bytes());
        freedBytes += block.bytes();
        return block.bytes();
    }

    /** Keeps what there is of this much when the pool shrinks, needed lately or not: it was warmed for what is to come. */
    synchronized void keep(long bytes) {
        demand.keepAtLeast(Math.min(bytes, committedBytes));
    }

    /** Ends a round of the demand and returns how many bytes may be given back until the next one ends. */
    synchronized long endRound() {
        clearShelves();
        return demand.endRound();
    }

    /**
     * Gives one unused chunk back to the system, the one at the end of the line, and returns its bytes, or 0 if there is none. One for each time
     * that the lock is held, since that takes the system some time.
     */
    synchronized long freeOne(boolean onlySpare) {
        if (!onlySpare) {
            demand.keepNothing();
        }
        for (Block block = lists[whole].last(); block != null; block = block.previous) {
            long bytes = !onlySpare || (block.isUnused() && demand.isSpare(block)) ? free(block) : 0;
            if (bytes > 0) {
                return bytes;
            }
        }
        return 0;
    }

    /** Returns how many bytes of direct chunks were freed since the system was last told. */
    synchronized long freedBytes() {
        return memory.isDirect() ? freedBytes : 0;
    }

    /** So many of the bytes that were freed have gone back to the system. */
    synchronized void gaveBack(long bytes) {
        freedBytes -= bytes;
    }

    /** Commits nothing more from now on; what is leased comes back as before. */
    synchronized void close() {
        closed = true;
    }

    /** Returns how many bytes {@link #trim} would give back. */
    synchronized long unusedBytes() {
        clearShelves();
        long bytes = 0;
        for (Block block = lists[whole].first(); block != null; block = block.next) {
            bytes += block.isUnused() ? block.bytes() : 0;
        }
        return bytes;
    }

    /** Returns whether this much could be leased in one piece now, {@code others} bytes that may be reclaimed elsewhere included. */
    synchronized boolean canServe(int bytes, long others, boolean inLane) {
        clearShelves();
        int slots = (int) (((long) bytes + slabBytes - 1) / slabBytes);
        if (slots <= 1 && (lists[whole].first() != null || lists[SlabPool.sizeClass(bytes)].first() != null)) {
            return true;
        }
        long reclaimable = others + budget.room(inLane);
        for (Block block = lists[whole].first(); block != null; block = block.next) {
            if (block.hasRun(slots)) {
                return true;
            }
            reclaimable += block.isUnused() ? block.bytes() : 0;
        }
        return reclaimable >= (long) slots * slabBytes
                && !isRefused((int) Math.min(Integer.MAX_VALUE, (long) slots * slabBytes));
    }

    /** Returns the bytes of all slabs that are free and not cut. */
    synchronized long freeBytes() {
        clearShelves();
        long bytes = 0;
        for (Block block = lists[whole].first(); block != null; block = block.next) {
            bytes += (long) block.freeCount() * slabBytes;
        }
        return bytes;
    }

    /** Returns how often the system has refused memory. */
    synchronized long refusals() {
        return refusals;
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
