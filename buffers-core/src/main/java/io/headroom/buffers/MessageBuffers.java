package io.headroom.buffers;

import io.headroom.buffers.memory.MemoryBudget;
import io.headroom.buffers.memory.SlabPool;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

    /**
     * What one connection needs at once, so that it is never stuck alone: a landing, a slab cut into parked pieces, another one cut into longer
     * pieces for the same bytes to move to, and one in reserve.
     */
    private static final int LEAST_SLABS = 4;

    /** Links of a chain are two arrays of references; more of them would make an array of more than 256 KiB. */
    private static final int MOST_LINKS = 1 << 15;

    private final MemoryBudget budget;
    private final Pools pools;
    private final Chain.Stash chains;
    private final Shares shares;
    private final Sweeper sweeper;
    private final int readBudget;
    private final boolean hasLane;

    private MessageBuffers(Builder settings) {
        readBudget = settings.readBudget;
        hasLane = settings.lanes;
        budget = settings.budget();
        pools = new Pools(budget, settings.slabBytes, settings.heap, hasLane);
        chains = new Chain.Stash(settings.slabBytes);
        shares = new Shares(settings.connectionShare, settings.keyShare);
        sweeper = new Sweeper(settings.deadlines, settings.policy, pools, shares);
    }

    /** Returns settings to build from; the defaults serve most nodes. */
    public static Builder builder() {
        return new Builder();
    }

    /** Settings of a node's read buffers. */
    public static final class Builder {
        private long memoryLimit;
        private @Nullable MemoryBudget budget;
        private boolean lanes = true;
        private long connectionShare = Shares.UNLIMITED;
        private long keyShare = Shares.UNLIMITED;
        private Deadlines deadlines = Deadlines.defaults();
        private EvictionPolicy policy = EvictionPolicy.whateverIsLate();
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
         * any connection needs: always one connection can complete its frame, however many half frames have all other memory (as builders and limits tell; a handler that alone asks for contiguous ones may need more). And up to four
         * slabs, of a limit of 32 slabs or more, in which small messages go through meanwhile. Without them, and where the limit is less than
         * that frame and four slabs, only {@link #deadlines} end a shortage of that kind.
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

        private MemoryBudget budget() {
            return budget == null ? MemoryBudget.of(limit() / slabBytes * slabBytes) : budget;
        }

        private long limit() {
            if (budget != null) {
                return budget.limitBytes();
            }
            return memoryLimit != 0
                    ? memoryLimit
                    : Math.max((long) LEAST_SLABS * slabBytes, MemoryBudget.defaultLimitBytes());
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
            if (limit() < (long) LEAST_SLABS * slabBytes) {
                throw new IllegalArgumentException("memoryLimit " + limit() + ": expected at least " + LEAST_SLABS
                        + " slabs of slabBytes " + slabBytes);
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
     * connection is paused or held.
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
     * @param seen sees every report; what it throws goes to the thread's uncaught exception handler, and sweeps go on
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the scheduler's shutdown ends it; it never fails
    public void sweepEvery(Duration every, ScheduledExecutorService scheduler, Consumer<SweepReport> seen) {
        scheduler.scheduleWithFixedDelay(
                () -> {
                    try {
                        seen.accept(sweep(System.nanoTime()));
                    } catch (RuntimeException | Error e) {
                        Thread thread = Thread.currentThread();
                        thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
                    }
                },
                every.toNanos(),
                every.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    /**
     * Gives all memory that is free back to the system, at once, and returns how many bytes that were; what is leased stays, and traffic goes on
     * meanwhile. For memory-pressure hooks; {@link #sweep} does it by and by. As {@link SlabPool#trim}, which says what it costs.
     */
    public long trim() {
        return pools.trim();
    }

    /** Leases no more memory; see the class about connections that are still open. Idempotent. */
    @Override
    public void close() {
        pools.close();
    }

    boolean isClosed() {
        return pools.frames.isClosed();
    }

    int readBudget() {
        return readBudget;
    }

    /**
     * Returns how long a frame may be for it ever to fit. A contiguous one lies in slabs and in a run at the same time when half of it moves;
     * beside that it needs rounding up to a slab, a landing, and the slabs that its pieces of all sizes were cut from, which may lie in the way.
     */
    long mostInMemory(Delivery delivery) {
        long slab = pools.frames.slabBytes();
        long links = mostLinked();
        return delivery == Delivery.CONTIGUOUS
                ? Math.min(links / slab * slab, Math.max(slab, mostMoved()))
                : Math.min(links, budget.limitBytes());
    }

    /** Returns how many bytes the links of a chain are enough for. */
    private long mostLinked() {
        return Math.min(MOST_LINKS * (long) pools.frames.slabBytes(), Integer.MAX_VALUE);
    }

    /** Returns the name of the setting that a frame of this length, which never fits, would need changed. */
    String settingFor(long length) {
        return length > mostLinked() ? "MessageBuffers.slabBytes" : "MessageBuffers.memoryLimit";
    }

    /**
     * Returns how long a contiguous frame may be within the limit. In the completion lane memory is committed to measure. Without it its half and
     * its run share one chunk, or the run has what no chunk has taken.
     */
    private long mostMoved() {
        long beside = besideAMove();
        long limit = budget.limitBytes();
        if (hasLane) {
            return (limit - beside) / 3 * 2;
        }
        long most = (Math.min(limit, SlabPool.CHUNK) - beside) / 3 * 2;
        for (long chunks = SlabPool.CHUNK; chunks < limit; chunks += SlabPool.CHUNK) {
            most = Math.max(most, Math.min(limit - chunks, 2 * (chunks - beside)));
        }
        long slab = pools.frames.slabBytes();
        return most / slab * slab;
    }

    private long besideAMove() {
        int slab = pools.frames.slabBytes();
        return (2L + Integer.numberOfTrailingZeros(slab / SlabPool.SMALLEST_FRACTION)) * slab;
    }

    /** Returns what the longest frame of these limits may need at once. */
    private long worstCommitment(ReadLimits limits, boolean contiguous) {
        long slab = pools.frames.slabBytes();
        long longest = Math.min(limits.maxFrame(), mostInMemory(contiguous ? Delivery.CONTIGUOUS : Delivery.WHOLE));
        long whole = (longest + slab - 1) / slab * slab;
        return whole + (contiguous ? whole / 2 + besideAMove() : 2 * slab);
    }

    /** Returns the arrays that streams are read into. */
    SlabPool arrays() {
        return pools.arrays;
    }

    Store newStore(@Nullable Object key) {
        return new Store(pools, shares.open(key), chains);
    }

    void opened(Vigil vigil) {
        sweeper.add(vigil);
    }

    void closed(Vigil vigil) {
        sweeper.remove(vigil);
        shares.close(vigil.key);
    }

    /** Sees to it that frames within these limits fit into the memory limit, and that one of them can always be completed. */
    void admit(ReadLimits limits, boolean contiguous, boolean hasKey) {
        long most = budget.limitBytes();
        if (limits.maxFrame() > most) {
            throw new IllegalArgumentException("ReadLimits.maxFrame " + limits.maxFrame()
                    + ": expected at most MessageBuffers.memoryLimit, which is " + most
                    + " in whole slabs; frames in parts may be longer, by ReadLimits.maxStreamed");
        }
        if (contiguous && limits.maxFrame() > Math.max(pools.frames.slabBytes(), mostMoved())) {
            throw new IllegalArgumentException("ReadLimits.maxFrame " + limits.maxFrame()
                    + ", contiguous: expected at most " + mostMoved()
                    + ", about two thirds of MessageBuffers.memoryLimit "
                    + most);
        }
        long worst = worstCommitment(limits, contiguous);
        long share = shares.leastBytes(hasKey);
        if (worst > share) {
            throw new IllegalArgumentException("ReadLimits.maxFrame " + limits.maxFrame()
                    + " may need " + worst + " bytes at once: expected at most the share of a connection or key, "
                    + share);
        }
        if (hasLane) {
            long others = (long) LEAST_SLABS * pools.frames.slabBytes();
            budget.widenLane(Math.min(worst, most - others));
        }
    }
}
