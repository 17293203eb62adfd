package io.headroom.buffers;

import io.headroom.buffers.memory.MemoryBudget;
import io.headroom.buffers.memory.SlabPool;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The read buffers of a node: one pool of memory under one limit, and the door to a {@link ReadBuffer} for each connection.
 *
 * <p><b>Threads</b>: any.
 *
 * <p><b>Ownership</b>: make one for each node and close it after its connections. Closing does not wait: it closes the connections that are
 * still open, and one that is inside a drain gives back what it holds when it leaves.
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

    private final MemoryBudget budget;
    private final Pools pools;
    private final Chain.Stash chains;
    private final Shares shares;
    private final Registry registry = new Registry();
    private final FrameSizes frameSizes = new FrameSizes();
    private final Sweeper sweeper;
    private final LongSupplier clock;
    private final @Nullable Tracker tracker;
    private final Capacity capacity;
    private final int readBudget;

    private MessageBuffers(Builder settings) {
        readBudget = settings.readBudget;
        budget = settings.budget();
        pools = new Pools(budget, settings.slabBytes, settings.heap, settings.lanes);
        chains = new Chain.Stash(settings.slabBytes);
        tracker = settings.tracking == LeaseTracking.OFF
                ? null
                : new Tracker(settings.tracking == LeaseTracking.ALL, settings.clock, settings.onLeak);
        shares = new Shares(settings.connectionShare, settings.keyShare);
        capacity = new Capacity(budget, shares, settings.slabBytes, settings.lanes);
        clock = settings.clock;
        sweeper = new Sweeper(registry, settings.deadlines, settings.policy, pools, shares);
    }

    /** Returns settings to build from; the defaults serve most nodes. */
    public static Builder builder() {
        return new Builder();
    }

    /** Settings of a node's read buffers. */
    public static final class Builder {
        private @Nullable Long memoryLimit;
        private @Nullable MemoryBudget budget;
        private boolean lanes = true;
        private long connectionShare = Shares.UNLIMITED;
        private long keyShare = Shares.UNLIMITED;
        private Deadlines deadlines = Deadlines.defaults();
        private EvictionPolicy policy = EvictionPolicy.whateverIsLate();
        private LeaseTracking tracking = LeaseTracking.OFF;
        private Consumer<LeaseReport> onLeak = report -> {};
        private LongSupplier clock = System::nanoTime;
        private boolean heap;
        private int slabBytes = SlabPool.DEFAULT_SLAB;
        private int readBudget = DEFAULT_READ_BUDGET;

        private Builder() {}

        /**
         * Sets how many bytes of memory all connections together may commit; by default {@link MemoryBudget#defaultLimitBytes()}, a quarter of
         * what the JVM may take as direct memory.
         */
        public Builder memoryLimit(long bytes) {
            memoryLimit = bytes;
            budget = null;
            return this;
        }

        /** Shares a limit with other {@link MessageBuffers}, those of another network of the same process say, instead of one of its own. */
        public Builder budget(MemoryBudget budget) {
            this.budget = Objects.requireNonNull(budget, "budget");
            return this;
        }

        /**
         * Sets whether parts of the memory limit are kept back, as by default they are. The <i>completion lane</i>, as much as the longest frame of
         * any connection needs: always one connection can complete its frame, however many half frames have all other memory (as builders and
         * limits tell, and for contiguous ones that handlers alone ask for the first header of that length). And up to four
         * slabs, of a limit of 32 slabs or more, in which small messages go through meanwhile. Of the rest newcomers have three quarters (where a
         * quarter holds a frame): peers that are not trusted and have not sent whole frames yet of a quarter of the length of the one in progress. So those
         * who have go on however many newcomers come with half frames. Without all this, and where the limit is less than that frame and four
         * slabs, only {@link #deadlines} end a shortage of that kind.
         */
        public Builder lanes(boolean kept) {
            lanes = kept;
            return this;
        }

        /**
         * Sets how many bytes one connection may lease at most, what the application keeps of its frames included; by default as many as there
         * are. One that has used its share up is paused until it gives something back.
         */
        public Builder connectionShare(long bytes) {
            connectionShare = bytes;
            return this;
        }

        /** Sets how many bytes all connections of the same {@link ReadBufferBuilder#key} may lease together; by default as many as there are. */
        public Builder keyShare(long bytes) {
            keyShare = bytes;
            return this;
        }

        /** Sets how long peers may take for a frame, as {@link MessageBuffers#sweep} sees to it; by default {@link Deadlines#defaults()}. */
        public Builder deadlines(Deadlines deadlines) {
            this.deadlines = Objects.requireNonNull(deadlines, "deadlines");
            return this;
        }

        /** Sets who decides whether a late connection is closed; by default each one is. */
        public Builder evictionPolicy(EvictionPolicy policy) {
            this.policy = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /** Sets how closely leases are watched; by default not at all. */
        public Builder leaseTracking(LeaseTracking tracking) {
            this.tracking = Objects.requireNonNull(tracking, "tracking");
            return this;
        }

        /**
         * Sets who is told of what the application has dropped without a release, if that is tracked; its memory has been given back by then. Runs
         * on a thread of the tracker's; what it throws goes to that thread's uncaught exception handler.
         */
        public Builder onLeak(Consumer<LeaseReport> onLeak) {
            this.onLeak = Objects.requireNonNull(onLeak, "onLeak");
            return this;
        }

        Builder clock(LongSupplier nanos) {
            clock = nanos;
            return this;
        }

        private MemoryBudget budget() {
            return budget == null ? MemoryBudget.of(limit() / slabBytes * slabBytes) : budget;
        }

        private long limit() {
            if (budget != null) {
                return budget.limitBytes();
            }
            return memoryLimit != null
                    ? memoryLimit
                    : Math.max((long) Capacity.LEAST_SLABS * slabBytes, MemoryBudget.defaultLimitBytes());
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
            if (slabBytes < SlabPool.SMALLEST_SLAB
                    || slabBytes > SlabPool.LARGEST_SLAB
                    || Integer.bitCount(slabBytes) != 1) {
                throw new IllegalArgumentException("slabBytes " + slabBytes + ": expected a power of two from "
                        + SlabPool.SMALLEST_SLAB + " to " + SlabPool.LARGEST_SLAB);
            }
            if (limit() < (long) Capacity.LEAST_SLABS * slabBytes) {
                throw new IllegalArgumentException("memoryLimit " + limit() + ": expected at least "
                        + Capacity.LEAST_SLABS + " slabs of slabBytes " + slabBytes);
            }
            long most = heap ? Long.MAX_VALUE : MemoryBudget.mostDirectBytes();
            if (limit() > most) {
                throw new IllegalArgumentException("memoryLimit " + limit()
                        + ": expected at most what the JVM may take as direct memory, " + most
                        + " (-XX:MaxDirectMemorySize, or else the largest heap)");
            }
            if (connectionShare < 1 || keyShare < 1) {
                throw new IllegalArgumentException(
                        "connectionShare " + connectionShare + ", keyShare " + keyShare + ": expected at least 1 byte");
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

    /** Returns the limit on memory, and who else shares it. */
    public MemoryBudget budget() {
        return budget;
    }

    /** Returns the pool that frames are held in, for its figures. */
    public SlabPool pool() {
        return pools.frames;
    }

    /** Returns the pool that reads go into: the same as {@link #pool()}, unless frames are held on the heap. */
    public SlabPool landingPool() {
        return pools.landings;
    }

    /** Returns how many bytes all connections lease now; a snapshot. */
    public long leasedBytes() {
        return pools.leasedBytes();
    }

    /** Returns how many bytes are taken from the system now, leased or free. */
    public long committedBytes() {
        return pools.committedBytes();
    }

    /**
     * Looks at all connections, closes those whose peers are late with a frame, and lets those go on that wait for memory which nobody takes.
     * Call it about ten times in the shortest deadline, from any thread, with a clock that never goes back; time is counted from the sweep that
     * saw a frame first, so that no peer is evicted before its time. Only time in which this side waits for the peer counts: not while the
     * connection is held, or paused and not told yet by {@link ReadBuffer#whenReadable} that it may read on.
     *
     * <p>It also gives memory back that was not needed in the last {@value SlabPool#QUIET_ROUNDS} sweeps, a little in each, as
     * {@link SlabPool#shrink} says; where there is some, that takes milliseconds.
     *
     * @param nowNanos the time, as of {@link System#nanoTime()}
     * @return what was found
     */
    public SweepReport sweep(long nowNanos) {
        return sweeper.sweep(nowNanos);
    }

    /**
     * Sweeps again and again, with the system's clock, until the scheduler is shut down.
     *
     * @param every the time between two sweeps: about a tenth of the shortest deadline
     * @param seen sees every report, to close the channels of {@link SweepReport#evicted}; what it throws goes to the thread's uncaught exception
     *     handler, and sweeps go on
     * @throws IllegalArgumentException if {@code every} is not positive
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the scheduler's shutdown ends it; it never fails
    public void sweepEvery(Duration every, ScheduledExecutorService scheduler, Consumer<SweepReport> seen) {
        Objects.requireNonNull(seen, "seen");
        if (every.isNegative() || every.isZero()) {
            throw new IllegalArgumentException("sweepEvery(" + every + "): expected a positive duration");
        }
        long nanos = TimeUnit.NANOSECONDS.convert(every);
        scheduler.scheduleWithFixedDelay(
                () -> Callback.run(() -> seen.accept(sweep(System.nanoTime()))), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Fills {@code into} with what these buffers have counted and how they stand, and returns it; a connection counts as it was left last. Allocates
     * nothing and holds up nobody who reads, and an open or a close only for the few connections that are looked at together.
     */
    public BufferStats stats(BufferStats into) {
        into.clear();
        registry.addTo(into);
        frameSizes.addTo(into.sizes());
        pools.addTo(into);
        into.set(BufferStats.EVICTIONS, sweeper.evictions());
        into.set(BufferStats.LEAKS, leakCount());
        into.oldestPartialNanos(sweeper.oldestPartialNanos());
        return into;
    }

    /** Returns the oldest leases that are tracked, the oldest first; none if {@link Builder#leaseTracking} is off. Allocates for those alone. */
    public List<LeaseReport> oldestLeases(int most) {
        return tracker == null ? List.of() : tracker.oldest(most);
    }

    /** Returns how many handles and read buffers were found dropped, in all. */
    public long leakCount() {
        return tracker == null ? 0 : tracker.leakCount();
    }

    /**
     * Gives all memory that is free back to the system, at once, and returns how many bytes that were; what is leased stays, and traffic goes on
     * meanwhile. For memory-pressure hooks; {@link #sweep} does it by and by. As {@link SlabPool#trim}, which says what it costs.
     */
    public long trim() {
        return pools.trim();
    }

    /** Closes all connections, as the class says, and leases no more memory. Idempotent. */
    @Override
    public void close() {
        pools.close();
        sweeper.closeAll();
    }

    boolean isClosed() {
        return pools.frames.isClosed();
    }

    LongSupplier clock() {
        return clock;
    }

    FrameSizes frameSizes() {
        return frameSizes;
    }

    int readBudget() {
        return readBudget;
    }

    Capacity capacity() {
        return capacity;
    }

    /** Returns the arrays that streams are read into. */
    SlabPool arrays() {
        return pools.arrays;
    }

    Store newStore(ReadBufferBuilder settings, Course course) {
        return new Store(pools, course, shares.open(settings.key), chains, settings.trail);
    }

    @Nullable Trail trail(Object peer, @Nullable Object key) {
        return tracker == null ? null : new Trail(tracker, peer, key);
    }

    void opened(Vigil vigil) {
        registry.add(vigil);
    }

    void closed(Vigil vigil, Store store) {
        registry.remove(vigil, clock.getAsLong());
        store.releaseAll();
        shares.close(vigil.key);
        if (vigil.onClose != null) {
            vigil.onClose.run();
        }
    }
}
