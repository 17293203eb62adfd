package io.headroom.buffers;

import io.headroom.buffers.memory.MemoryBudget;
import io.headroom.buffers.memory.SlabPool;
import java.util.Objects;

/**
 * The read buffers of a node: one pool of memory under one limit, and the door to a {@link ReadBuffer} for each connection.
 *
 * <p><b>Threads</b>: any.
 *
 * <p><b>Ownership</b>: make one for each node and close it after its connections. Closing does not wait: a connection that is inside a drain
 * gives back what it holds when it leaves, every other one at its next call or close.
 *
 * <pre>{@code
 * MessageBuffers buffers = MessageBuffers.builder().memoryLimit(64 << 20).build();
 * ReadBuffer in = buffers.connection(channel.getRemoteAddress())
 *         .framing(LengthField.ofBytes(4)).limits(ReadLimits.maxFrame(2 << 20)).open();
 * }</pre>
 */
public final class MessageBuffers implements AutoCloseable {
    /** A drain reads at most about so many bytes before it lets others have their turn, unless set otherwise. */
    public static final int DEFAULT_READ_BUDGET = 1 << 20;

    /** A heap node leases direct memory for reads in progress only: one slab for each thread that drains, and a few in reserve. */
    private static final long LANDING_SLABS = 64;

    /**
     * What one connection needs at once, so that it is never stuck alone: a landing, a slab cut into parked pieces, another one cut into longer
     * pieces for the same bytes to move to, and one in reserve.
     */
    private static final int LEAST_SLABS = 4;

    /** A stream is read into an array of this many bytes; streams give little more at once. */
    private static final int STREAM_PIECE = 16 << 10;

    /** Links of a chain are two arrays of references; more of them would make an array of more than 256 KiB. */
    private static final int MOST_LINKS = 1 << 15;

    private final SlabPool pool;
    private final SlabPool landingPool;
    private final SlabPool runPool;
    private final SlabPool arrays;
    private final Chain.Stash chains;
    private final int readBudget;

    private MessageBuffers(Builder settings) {
        readBudget = settings.readBudget;
        SlabPool.Builder memory = settings.heap ? SlabPool.heap() : SlabPool.direct();
        MemoryBudget budget = MemoryBudget.of(settings.memoryLimit / settings.slabBytes * settings.slabBytes);
        pool = memory.slabBytes(settings.slabBytes).budget(budget).build();
        runPool = settings.heap
                ? SlabPool.direct().slabBytes(settings.slabBytes).budget(budget).build()
                : pool;
        landingPool = settings.heap
                ? SlabPool.direct()
                        .slabBytes(settings.slabBytes)
                        .limitBytes(LANDING_SLABS * settings.slabBytes)
                        .build()
                : pool;
        arrays = SlabPool.heap()
                .slabBytes(STREAM_PIECE)
                .limitBytes(LANDING_SLABS * STREAM_PIECE)
                .build();
        chains = new Chain.Stash(settings.slabBytes);
    }

    /** Returns settings to build from; the defaults serve most nodes. */
    public static Builder builder() {
        return new Builder();
    }

    /** Settings of a node's read buffers. */
    public static final class Builder {
        private long memoryLimit = Math.max(
                (long) LEAST_SLABS * SlabPool.DEFAULT_SLAB, Runtime.getRuntime().maxMemory() / 4);
        private boolean heap;
        private int slabBytes = SlabPool.DEFAULT_SLAB;
        private int readBudget = DEFAULT_READ_BUDGET;

        private Builder() {}

        /**
         * Sets how many bytes of memory all connections together may commit; by default a quarter of the largest heap, which is also the
         * JVM's default limit for direct memory.
         */
        public Builder memoryLimit(long bytes) {
            memoryLimit = bytes;
            return this;
        }

        /** Holds frames in direct memory, the default. */
        public Builder direct() {
            heap = false;
            return this;
        }

        /**
         * Holds frames that take more than one read in arrays on the heap, none of them humongous for G1. Reads still go through direct
         * memory, as the JDK would make them go anyway: a frame that is whole in one read is seen there.
         */
        public Builder heap() {
            heap = true;
            return this;
        }

        /** Sets the size of a slab in bytes, as {@link SlabPool.Builder#slabBytes}. */
        public Builder slabBytes(int bytes) {
            slabBytes = bytes;
            return this;
        }

        /** Sets how many bytes one drain reads before it answers {@link ReadStatus#MORE}; by default {@value #DEFAULT_READ_BUDGET}. */
        public Builder readBudget(int bytes) {
            readBudget = bytes;
            return this;
        }

        /**
         * Returns the node's buffers, which have committed no memory yet.
         *
         * @throws IllegalArgumentException if a setting is out of range; it names setting, value and expectation
         */
        public MessageBuffers build() {
            if (readBudget < 1) {
                throw new IllegalArgumentException("readBudget " + readBudget + ": expected at least 1 byte");
            }
            if (memoryLimit < (long) LEAST_SLABS * slabBytes) {
                throw new IllegalArgumentException("memoryLimit " + memoryLimit + ": expected at least " + LEAST_SLABS
                        + " slabs of slabBytes " + slabBytes);
            }
            return new MessageBuffers(this);
        }
    }

    /**
     * Begins the read buffer of a connection.
     *
     * @param peer whatever names the peer, its address say, in errors; only its {@code toString()} is used, when there is one
     */
    public ReadBufferBuilder connection(Object peer) {
        return new ReadBufferBuilder(this, Objects.requireNonNull(peer, "peer"));
    }

    /** Returns the pool that frames are held in, for its figures. */
    public SlabPool pool() {
        return pool;
    }

    /** Returns the pool that reads go into: the same as {@link #pool()}, unless frames are held on the heap. */
    public SlabPool landingPool() {
        return landingPool;
    }

    /** Returns how many bytes all connections lease now; a snapshot. */
    public long leasedBytes() {
        return pool.leasedBytes() + (landingPool == pool ? 0 : landingPool.leasedBytes() + runPool.leasedBytes());
    }

    /** Returns how many bytes are taken from the system now, leased or free. */
    public long committedBytes() {
        return pool.committedBytes()
                + (landingPool == pool ? 0 : landingPool.committedBytes() + runPool.committedBytes());
    }

    /** Gives memory that is free back to the system and returns how many bytes that were. For memory-pressure hooks and quiet hours. */
    public long trim() {
        return pool.trim() + (landingPool == pool ? 0 : landingPool.trim() + runPool.trim());
    }

    /** Leases no more memory; see the class about connections that are still open. Idempotent. */
    @Override
    public void close() {
        pool.close();
        landingPool.close();
        runPool.close();
        arrays.close();
    }

    boolean isClosed() {
        return pool.isClosed();
    }

    int readBudget() {
        return readBudget;
    }

    /**
     * Returns how long a frame may be for it ever to fit. A contiguous one lies in slabs and in a run at the same time when half of it moves;
     * beside that it needs rounding up to a slab, a landing, and the slabs that its pieces of all sizes were cut from, which may lie in the way.
     */
    long mostInMemory(Delivery delivery) {
        int slab = pool.slabBytes();
        long links = Math.min((long) MOST_LINKS * slab, Integer.MAX_VALUE);
        if (delivery != Delivery.CONTIGUOUS) {
            return Math.min(links, pool.limitBytes());
        }
        long beside = 2L + Integer.numberOfTrailingZeros(slab / SlabPool.SMALLEST_FRACTION);
        return Math.min(links / slab * slab, Math.max(slab, (pool.limitBytes() - beside * slab) / 3 * 2));
    }

    /** Returns the arrays that streams are read into. */
    SlabPool arrays() {
        return arrays;
    }

    Store newStore() {
        return new Store(pool, landingPool, runPool, chains);
    }

    void checkFits(ReadLimits limits) {
        if (limits.maxFrame() > pool.limitBytes()) {
            throw new IllegalArgumentException("ReadLimits.maxFrame " + limits.maxFrame()
                    + ": expected at most MessageBuffers.memoryLimit, which is " + pool.limitBytes()
                    + " in whole slabs; frames in parts may be longer, by ReadLimits.maxStreamed");
        }
    }
}
