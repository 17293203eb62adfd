package io.headroom.buffers.memory;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Leases memory in slabs of one size and in fractions of them, within a limit.
 *
 * <p>It is not an allocator for arbitrary sizes: what is longer than a slab is a chain of slabs, or a run of adjacent ones. A slab has at most
 * {@value #LARGEST_SLAB} bytes, so that a slab on the heap is never a humongous object for G1, whose smallest region is 1 MiB. Direct slabs
 * are cut from chunks of 4 MiB that are given back to the system whole.
 *
 * <p><b>Threads</b>: all methods may be called from any thread; a slab may be released by another thread than the one that leased it. No
 * call waits for memory.
 *
 * <p><b>Ownership</b>: a slab belongs to the caller from {@link #tryLease} to {@link Slab#release}.
 *
 * <p><b>Invariant</b>: never more is committed than the limit. <b>Cost</b>: lease and release allocate nothing once the memory exists, and take no
 * lock that is held by another thread's lease or release as long as the few slabs at hand for each thread suffice.
 */
public final class SlabPool implements MemorySource, Waiters.Server, AutoCloseable {
    /** The smallest fraction of a slab, in bytes. */
    public static final int SMALLEST_FRACTION = 256;

    /** The smallest size of a slab, in bytes. */
    public static final int SMALLEST_SLAB = 4 << 10;

    /** The largest size of a slab, in bytes. */
    public static final int LARGEST_SLAB = 256 << 10;

    /** The size of a slab unless set otherwise: as much as a socket gives in one read, and one part for most messages. */
    public static final int DEFAULT_SLAB = 64 << 10;

    /** What has not been needed in so many rounds is given back by {@link #shrink}. */
    public static final int QUIET_ROUNDS = 8;

    /** The size of the chunks that direct memory is taken in, in bytes: smaller ones cost the system too much, larger ones gain little. */
    public static final int CHUNK = 4 << 20;

    /*
     * Two floors. Shelves hold a few slabs of each size for the threads that share one; a thread picks its shelf by its id, so that threads
     * seldom meet, and there is no thread-local to clean up. Behind them the depot holds all memory in blocks, behind one lock; before a lease
     * is refused it empties the shelves.
     *
     * No wake-up is lost: a waiter is queued first and looks for memory afterwards, in the depot and on all shelves under the depot's lock; a
     * release puts the memory where it is found first and looks for waiters afterwards, and for a close; both with sequentially consistent
     * accesses in between. While somebody waits, releases bypass the shelves, so that fractions find together to a whole slab.
     */
    private final Depot depot;
    private final Shelf[] shelves;
    private final MemoryBudget budget;
    private final Waiters waiters;
    private final NativeMemory memory;
    private final int slabBytes;
    private volatile boolean closed;

    private SlabPool(Builder settings) {
        memory = settings.memory;
        slabBytes = settings.slabBytes;
        budget = settings.budget == null
                ? MemoryBudget.of(settings.limitBytes / slabBytes * slabBytes)
                : settings.budget;
        waiters = budget.waiters();
        int stripes = Integer.highestOneBit(Runtime.getRuntime().availableProcessors() * 4 - 1);
        shelves = new Shelf[stripes];
        for (int i = 0; i < stripes; i++) {
            shelves[i] = new Shelf(sizeClass(slabBytes) + 1);
        }
        depot = new Depot(this, shelves, memory, slabBytes, budget);
    }

    /** Returns the settings of a pool of direct memory. */
    public static Builder direct() {
        return new Builder(NativeMemory.direct());
    }

    /** Returns the settings of a pool of arrays on the heap. */
    public static Builder heap() {
        return new Builder(NativeMemory.heap());
    }

    /** Settings of a pool. */
    public static final class Builder {
        private final NativeMemory memory;
        private int slabBytes = DEFAULT_SLAB;
        private long limitBytes = 64 << 20;
        private @Nullable MemoryBudget budget;

        Builder(NativeMemory memory) {
            this.memory = memory;
        }

        /** Sets the size of a slab in bytes: a power of two from {@value SlabPool#SMALLEST_SLAB} to {@value SlabPool#LARGEST_SLAB}; by default {@value SlabPool#DEFAULT_SLAB}. */
        public Builder slabBytes(int slabBytes) {
            this.slabBytes = slabBytes;
            return this;
        }

        /** Sets how many bytes the pool may commit at most, by default 64 MiB; rounded down to whole slabs. */
        public Builder limitBytes(long limitBytes) {
            this.limitBytes = limitBytes;
            return this;
        }

        /** Shares a limit with other pools, instead of one of its own. */
        public Builder budget(MemoryBudget budget) {
            this.budget = Objects.requireNonNull(budget, "budget");
            limitBytes = budget.limitBytes();
            return this;
        }

        /**
         * Returns the pool, which has committed nothing yet.
         *
         * @throws IllegalArgumentException if the slab size is none of those allowed, or the limit is less than one slab
         */
        public SlabPool build() {
            if (slabBytes < SMALLEST_SLAB || slabBytes > LARGEST_SLAB || Integer.bitCount(slabBytes) != 1) {
                throw new IllegalArgumentException("slabBytes " + slabBytes + ": expected a power of two from "
                        + SMALLEST_SLAB + " to " + LARGEST_SLAB);
            }
            if (limitBytes < slabBytes) {
                throw new IllegalArgumentException(
                        "limitBytes " + limitBytes + ": expected at least one slab, slabBytes " + slabBytes);
            }
            SlabPool pool = new SlabPool(this);
            pool.budget.add(pool);
            return pool;
        }
    }

    /**
     * Leases the smallest piece that has at least {@code bytes} bytes.
     *
     * @param bytes from 1 to {@link #slabBytes()}
     * @return a slab, or null if the limit is reached, the system has no memory, or the pool is closed
     * @throws IllegalArgumentException if {@code bytes} is out of range
     */
    public @Nullable Slab tryLease(int bytes) {
        return tryLease(bytes, false);
    }

    /** Leases as {@link #tryLease(int)}, and for whoever is in the budget's completion lane also from what is kept back for it. */
    public @Nullable Slab tryLease(int bytes, boolean inLane) {
        if (bytes < 1 || bytes > slabBytes) {
            throw new IllegalArgumentException("tryLease(" + bytes + "): expected 1 to slabBytes " + slabBytes);
        }
        if (closed) {
            return null;
        }
        int sizeClass = sizeClass(bytes);
        Shelf shelf = shelf();
        Slab slab = shelf.take(sizeClass);
        if (slab == null) {
            slab = depot.take(sizeClass, inLane);
        }
        if (slab == null && budget.reclaimFor(this)) {
            slab = depot.take(sizeClass, inLane);
        }
        return slab == null ? null : shelf.count(slab);
    }

    /**
     * Leases adjacent slabs as one piece of at least {@code bytes} bytes, rounded up to whole slabs. More than 4 MiB are a chunk of their own,
     * which the pool goes on using. For direct memory only: an array as long as that might be humongous.
     *
     * @param bytes from 1 to the largest int in whole slabs
     * @return a slab, or null if the limit is reached, no adjacent slabs are free, the system has no memory, or the pool is closed
     * @throws IllegalArgumentException if {@code bytes} is out of range
     * @throws IllegalStateException if the memory is not direct
     */
    public @Nullable Slab tryLeaseContiguous(int bytes) {
        return tryLeaseContiguous(bytes, false);
    }

    /** Leases as {@link #tryLeaseContiguous(int)}, and for whoever is in the budget's completion lane also from what is kept back for it. */
    public @Nullable Slab tryLeaseContiguous(int bytes, boolean inLane) {
        if (!isDirect()) {
            throw new IllegalStateException("tryLeaseContiguous: " + this + " is not direct");
        }
        if (bytes < 1 || bytes > Integer.MAX_VALUE / slabBytes * slabBytes) {
            throw new IllegalArgumentException(
                    "tryLeaseContiguous(" + bytes + "): expected 1 to " + Integer.MAX_VALUE / slabBytes * slabBytes);
        }
        if (closed) {
            return null;
        }
        int slots = (bytes + slabBytes - 1) / slabBytes;
        Slab run = depot.takeRun(slots, inLane);
        if (run == null && budget.reclaimFor(this)) {
            run = depot.takeRun(slots, inLane);
        }
        return run == null ? null : shelf().count(run);
    }

    /** {@inheritDoc} At once also if the pool is closed; a waiter waits for a whole slab at least, in one line with those of the budget's other pools. */
    @Override
    public void whenAvailable(Runnable waiter, int bytes, Lane lane) {
        if (bytes < 1) {
            throw new IllegalArgumentException("whenAvailable(" + bytes + "): expected at least 1 byte");
        }
        waiters.add(Objects.requireNonNull(waiter, "waiter"), this, bytes, lane);
        wakeNextIfAvailable();
    }

    /** Runs {@code waiter} once when a whole slab may be had; as {@link #whenAvailable(Runnable, int, Lane)}. */
    public void whenAvailable(Runnable waiter) {
        whenAvailable(waiter, slabBytes, Lane.BARRED);
    }

    @Override
    public boolean cancel(Runnable waiter) {
        return waiters.remove(waiter);
    }

    @Override
    public void wakeNextIfAvailable() {
        if (!waiters.isEmpty()) {
            waiters.wake(closed ? Integer.MAX_VALUE : 1);
        }
    }

    /** Returns whether a lease of so many bytes would not be refused for want of memory now; whether it is in use or closed. */
    @Override
    public boolean canServe(int bytes, Lane lane) {
        return closed
                || (lane == Lane.WANTED && budget.isLaneFree())
                || depot.canServe(bytes, budget.reclaimableFor(this), lane == Lane.ENTERED);
    }

    long freeBytes() {
        return depot.freeBytes();
    }

    long unusedBytes() {
        return depot.unusedBytes();
    }

    void takeBack(Slab slab) {
        Slab left = slab;
        if (slab.slots == 1 && !slab.block.isOfLane && !closed && waiters.isEmpty()) {
            left = shelf().put(slab);
            if (closed) {
                trimClosed();
            }
            wakeNextIfAvailable();
            if (left == null) {
                return;
            }
        }
        int wholeSlabs = depot.put(left);
        if (closed) {
            trimClosed();
        }
        // Where there is no lane, nobody is woken in vain by what is no whole slab, and it will do for some.
        if (!waiters.isEmpty() && (wholeSlabs > 0 || budget.laneBytes() == 0)) {
            waiters.wake(Math.max(1, wholeSlabs));
        }
    }

    private void trimClosed() {
        depot.trim();
        if (committedBytes() == 0) {
            budget.remove(this);
        }
    }

    /** Commits memory ahead of need, as {@link #warm(long, Pace)}, at the default pace. */
    public WarmUp warm(long bytes) {
        return warm(bytes, Pace.defaults());
    }

    /**
     * Sees to it that at least {@code bytes} bytes are committed, leased or free, so that their first use neither waits for the system nor
     * faults: allocated, and thereby touched, off the I/O threads, before traffic begins.
     *
     * <p>It takes what ordinary leases may take: not what is kept back for the completion lane, and not what other pools of the budget hold
     * unused. No lease or release waits for it; whoever waits for memory may run on its thread. What is warm stays, whether it is needed or
     * not: it goes back with {@link #trim()}, not with {@link #shrink()}, and to another pool of the budget that would be refused otherwise.
     *
     * @return the warm-up, which has begun
     * @throws IllegalArgumentException if {@code bytes} is negative
     * @throws java.util.concurrent.RejectedExecutionException from the executor of the pace, unchanged; nothing has begun
     */
    public WarmUp warm(long bytes, Pace pace) {
        if (bytes < 0) {
            throw new IllegalArgumentException("warm(" + bytes + "): expected 0 bytes or more");
        }
        return WarmUp.begin(pace, new PoolWarming(this, depot, memory, bytes));
    }

    /**
     * Gives all chunks that are wholly free back to the system, needed lately or not, and returns their bytes. Leases go on meanwhile. Direct
     * memory really goes back, by {@code malloc_trim} where the JVM offers it: about 0.1 ms for each MiB, not for threads that must answer soon.
     */
    public long trim() {
        return SystemMemory.giveBack(depot, depot.unusedBytes(), false);
    }

    /**
     * Ends a round, and gives chunks back to the system that were not needed in the last {@value #QUIET_ROUNDS} rounds: at most 8 MiB in a round,
     * or an eighth of what was to spare at first. A chunk is needed while any of it is leased; what was in use at once at any time in those
     * rounds is kept. For a tick at regular times; the cost is that of {@link #trim}, and next to nothing while there is nothing to spare.
     *
     * @return how many bytes were given back
     */
    public long shrink() {
        return SystemMemory.giveBack(depot, depot.endRound(), true);
    }

    /** Gives all unused chunks back on behalf of another pool that needs memory now. */
    long reclaim() {
        return depot.trim();
    }

    /** Leases nothing more; slabs that are still leased stay valid and go back to the system once released. Waiters run. Idempotent. */
    @Override
    public void close() {
        closed = true;
        depot.close();
        trimClosed();
        waiters.wake(Integer.MAX_VALUE);
    }

    /** Returns whether {@link #close()} has been called. */
    public boolean isClosed() {
        return closed;
    }

    /** Returns whether the memory is direct. */
    public boolean isDirect() {
        return memory.isDirect();
    }

    /** Returns whether a channel reads into several of these slabs at once without allocating; not so from JDK 22 on, for direct memory. */
    public boolean scattersFreely() {
        return memory.scattersFreely();
    }

    /** Returns the size of a whole slab in bytes. */
    @Override
    public int slabBytes() {
        return slabBytes;
    }

    /** Returns the budget that this pool commits from. */
    public MemoryBudget budget() {
        return budget;
    }

    /** Returns how many bytes may be committed at most, together with the other pools of its budget. */
    public long limitBytes() {
        return budget.limitBytes();
    }

    /**
     * Returns how many bytes are taken from the system now, leased or free. Below JDK 22 the bean of the JDK's direct buffers counts a direct
     * pool's too, and {@code -XX:MaxDirectMemorySize} limits them; from 22 on neither does, and native memory tracking has them under "Other".
     */
    public long committedBytes() {
        return depot.committedBytes();
    }

    /** Returns how many bytes are leased now; while others lease and release, a snapshot. A slab of which a fraction is leased counts with that fraction. */
    public long leasedBytes() {
        return depot.leasedBytes();
    }

    /** Returns how many leases there were of memory that had been leased before. With {@link #creationCount()} these are all. */
    public long reuseCount() {
        return Shelf.reuses(shelves);
    }

    /** Returns how many leases there were of memory that was cut for them: the first of each slab, fraction or run. */
    public long creationCount() {
        return Shelf.creations(shelves);
    }

    /** Returns how often the system has refused memory that the limit allowed. */
    public long systemRefusalCount() {
        return depot.refusals();
    }

    private Shelf shelf() {
        return shelves[(int) Thread.currentThread().getId() & (shelves.length - 1)];
    }

    static int sizeClass(int bytes) {
        return bytes <= SMALLEST_FRACTION ? 0 : 32 - Integer.numberOfLeadingZeros(bytes - 1) - 8;
    }

    @Override
    public String toString() {
        return "SlabPool[" + (isDirect() ? "direct" : "heap") + ", slabs of " + slabBytes + ", committed "
                + committedBytes() + " of " + limitBytes() + " bytes]";
    }
}
