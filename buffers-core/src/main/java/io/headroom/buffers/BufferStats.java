package io.headroom.buffers;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.memory.SlabPool;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What a node's read buffers had counted and how they stood at one moment: the caller's own object, which {@link MessageBuffers#stats} fills as
 * often as wanted.
 *
 * <p>Totals count since the {@link MessageBuffers} were built, those of closed connections included; they never fall. What is said to be <i>now</i>
 * is a gauge. A connection counts as it was left last, by the end of its last drain say.
 *
 * <p><b>Threads</b>: for one thread at a time. <b>Cost</b>: about 3 KB, once; filling it allocates nothing.
 *
 * <pre>{@code
 * BufferStats now = new BufferStats(), before = new BufferStats(), since = new BufferStats();
 * buffers.stats(now).deltaTo(before, since);                   // since: what is new
 * }</pre>
 */
public final class BufferStats {
    static final int RECEIVED = 0;
    static final int FRAMES = 1;
    static final int COPIED = 2;
    static final int GROWTHS = 3;
    static final int COMPACTIONS = 4;
    static final int PARKS = 5;
    static final int LONG_FRAMES = 6;
    static final int PAUSES = 7;
    static final int PAUSED_NANOS = 8;

    /** So many totals are counted by each connection, the first ones. */
    static final int OF_CONNECTIONS = 9;

    static final int OPENED = 9;
    static final int CLOSED = 10;
    static final int EVICTIONS = 11;
    static final int LEAKS = 12;
    static final int CREATIONS = 13;
    static final int REUSES = 14;
    static final int SYSTEM_REFUSALS = 15;

    /** From here on one total for each kind of fault. */
    static final int REJECTS = 16;

    private static final List<FrameException.Kind> KINDS = List.of(FrameException.Kind.values());
    static final int TOTALS = REJECTS + KINDS.size();

    private final long[] totals = new long[TOTALS];
    private final long[] sizes = new long[FrameSizes.BUCKETS];

    private int framesInProgress;
    private int pausedConnections;
    private long declaredBytes;
    private long heldBytes;
    private long oldestPartialNanos;
    private long limitBytes;
    private long reservedBytes;
    private long committedBytes;
    private long leasedBytes;

    /** Makes one in which everything is 0. */
    public BufferStats() {}

    void clear() {
        Arrays.fill(totals, 0);
        Arrays.fill(sizes, 0);
        framesInProgress = 0;
        pausedConnections = 0;
        declaredBytes = 0;
        heldBytes = 0;
        committedBytes = 0;
        leasedBytes = 0;
    }

    void addTotals(long[] more) {
        for (int i = 0; i < TOTALS; i++) {
            totals[i] += more[i];
        }
    }

    void add(Vigil vigil) {
        vigil.addTotalsTo(totals);
        framesInProgress += vigil.isInFrame() ? 1 : 0;
        pausedConnections += vigil.isPaused() ? 1 : 0;
        declaredBytes += vigil.promised();
        heldBytes += vigil.held();
    }

    void add(SlabPool pool) {
        totals[CREATIONS] += pool.creationCount();
        totals[REUSES] += pool.reuseCount();
        totals[SYSTEM_REFUSALS] += pool.systemRefusalCount();
        committedBytes += pool.committedBytes();
        leasedBytes += pool.leasedBytes();
    }

    void set(int total, long value) {
        totals[total] = value;
    }

    long total(int index) {
        return totals[index];
    }

    void limits(long limit, long reserved) {
        limitBytes = limit;
        reservedBytes = reserved;
    }

    void oldestPartialNanos(long nanos) {
        oldestPartialNanos = nanos;
    }

    long[] sizes() {
        return sizes;
    }

    /**
     * Sets {@code into} to what is new here since {@code previous}, and returns it; gauges are those of here. A total that fell, or the count of
     * a length, means that {@code previous} is of other buffers, before a restart say: then all that is here is new. Any of the three may be the
     * same object.
     */
    public BufferStats deltaTo(BufferStats previous, BufferStats into) {
        boolean isRestart = hasFallen(totals, previous.totals) || hasFallen(sizes, previous.sizes);
        for (int i = 0; i < TOTALS; i++) {
            into.totals[i] = totals[i] - (isRestart ? 0 : previous.totals[i]);
        }
        for (int i = 0; i < sizes.length; i++) {
            into.sizes[i] = sizes[i] - (isRestart ? 0 : previous.sizes[i]);
        }
        copyGauges(into);
        return into;
    }

    private static boolean hasFallen(long[] now, long[] before) {
        boolean hasFallen = false;
        for (int i = 0; i < now.length; i++) {
            hasFallen |= now[i] < before[i];
        }
        return hasFallen;
    }

    static int rejectsOf(FrameException.Kind kind) {
        return REJECTS + KINDS.indexOf(kind);
    }

    /** Sets {@code into} to the same figures, and returns it. */
    public BufferStats copyTo(BufferStats into) {
        System.arraycopy(totals, 0, into.totals, 0, TOTALS);
        System.arraycopy(sizes, 0, into.sizes, 0, sizes.length);
        copyGauges(into);
        return into;
    }

    private void copyGauges(BufferStats into) {
        into.framesInProgress = framesInProgress;
        into.pausedConnections = pausedConnections;
        into.declaredBytes = declaredBytes;
        into.heldBytes = heldBytes;
        into.oldestPartialNanos = oldestPartialNanos;
        into.limitBytes = limitBytes;
        into.reservedBytes = reservedBytes;
        into.committedBytes = committedBytes;
        into.leasedBytes = leasedBytes;
    }

    /** Returns how many bytes were received. */
    public long receivedBytes() {
        return totals[RECEIVED];
    }

    /** Returns how many frames were done with: delivered whole, in parts, or skipped. */
    public long frames() {
        return totals[FRAMES];
    }

    /** Returns how many bytes were copied from memory of a connection's to other memory of its own. */
    public long copiedBytes() {
        return totals[COPIED];
    }

    /** Returns how often a frame in progress got more memory: a longer piece, the next slab, or its one run. */
    public long growths() {
        return totals[GROWTHS];
    }

    /** Returns how often bytes were moved to the front of the memory that they were in. */
    public long compactions() {
        return totals[COMPACTIONS];
    }

    /** Returns how often the remainder of a read was parked until the next one. */
    public long parks() {
        return totals[PARKS];
    }

    /** Returns how many frames were longer than {@link ReadLimits#warnAbove}, and within the limits. */
    public long longFrames() {
        return totals[LONG_FRAMES];
    }

    /** Returns how often a connection was paused for lack of memory. */
    public long pauses() {
        return totals[PAUSES];
    }

    /** Returns how long those pauses lasted in nanoseconds, once they had ended: until the connection read on, or was closed. */
    public long pausedNanos() {
        return totals[PAUSED_NANOS];
    }

    /** Returns how many connections failed with a fault of their peers of this kind. */
    public long rejects(FrameException.Kind kind) {
        return totals[rejectsOf(kind)];
    }

    /** Returns how many connections failed with a fault of their peers of any kind. */
    public long rejects() {
        long sum = 0;
        for (int i = REJECTS; i < TOTALS; i++) {
            sum += totals[i];
        }
        return sum;
    }

    /** Returns how many connections were opened. */
    public long opened() {
        return totals[OPENED];
    }

    /** Returns how many connections were closed. */
    public long closed() {
        return totals[CLOSED];
    }

    /** Returns how many connections were closed by sweeps. */
    public long evictions() {
        return totals[EVICTIONS];
    }

    /** Returns how many leases and read buffers were found dropped, by {@link LeaseTracking}. */
    public long leaks() {
        return totals[LEAKS];
    }

    /** Returns how many leases of memory there were: {@link #creations()} and {@link #reuses()}. */
    public long leases() {
        return totals[CREATIONS] + totals[REUSES];
    }

    /** Returns how many leases were of memory that was cut for them from what had been taken from the system. */
    public long creations() {
        return totals[CREATIONS];
    }

    /** Returns how many leases were of memory that had been leased before. */
    public long reuses() {
        return totals[REUSES];
    }

    /** Returns how often the system refused memory that the limit allowed; connections were then paused. */
    public long systemRefusals() {
        return totals[SYSTEM_REFUSALS];
    }

    /** Returns how many connections are open now. In a delta, by how many more are open. */
    public long connections() {
        return totals[OPENED] - totals[CLOSED];
    }

    /** Returns how many of them have a frame in progress now. */
    public int framesInProgress() {
        return framesInProgress;
    }

    /** Returns how many of them are paused for lack of memory now. */
    public int pausedConnections() {
        return pausedConnections;
    }

    /** Returns how many bytes of the frames in progress are declared but have not been received now. */
    public long declaredBytes() {
        return declaredBytes;
    }

    /** Returns how many bytes of memory the connections hold now. */
    public long heldBytes() {
        return heldBytes;
    }

    /** Returns how many bytes are leased now but held by no connection: kept by the application, or in use by drains in progress. */
    public long keptBytes() {
        return Math.max(0, leasedBytes - heldBytes);
    }

    /** Returns for how long in nanoseconds the last {@link MessageBuffers#sweep} had seen the frame that was then in progress longest; 0 without sweeps. */
    public long oldestPartialNanos() {
        return oldestPartialNanos;
    }

    /** Returns the limit in bytes of what may be committed, which other buffers may share. */
    public long limitBytes() {
        return limitBytes;
    }

    /** Returns how many bytes of the limit are kept back: for one frame that is always completed, and for small messages. */
    public long reservedBytes() {
        return reservedBytes;
    }

    /** Returns how many bytes are taken from the system now, {@link #leasedBytes() leased} or {@link #idleBytes() idle}. */
    public long committedBytes() {
        return committedBytes;
    }

    /** Returns how many bytes are leased now. */
    public long leasedBytes() {
        return leasedBytes;
    }

    /** Returns how many bytes are taken from the system and not leased now. */
    public long idleBytes() {
        return Math.max(0, committedBytes - leasedBytes);
    }

    /** Returns how many buckets the histogram of frame lengths has. */
    public static int sizeBuckets() {
        return FrameSizes.BUCKETS;
    }

    /**
     * Returns the least frame length in bytes that is counted in a bucket, 0 to {@link #sizeBuckets()} - 1; the next one begins where it ends.
     *
     * @throws IndexOutOfBoundsException if there is no such bucket
     */
    public static long sizeBucketStart(int bucket) {
        return FrameSizes.lowest(Objects.checkIndex(bucket, FrameSizes.BUCKETS));
    }

    /**
     * Returns how many frames of a length in this bucket were done with.
     *
     * @throws IndexOutOfBoundsException if there is no such bucket
     */
    public long sizeCount(int bucket) {
        return sizes[bucket];
    }

    /**
     * Returns a length that at least {@code percent} of all frames do not exceed: the greatest in its bucket, so at most a quarter too much; 0 if
     * there were no frames.
     *
     * @param percent 0 to 100
     * @throws IllegalArgumentException if it is not
     */
    public long sizeAtPercentile(double percent) {
        if (!(percent >= 0 && percent <= 100)) {
            throw new IllegalArgumentException("sizeAtPercentile(" + percent + "): expected 0 to 100");
        }
        long frames = 0;
        for (long count : sizes) {
            frames += count;
        }
        long wanted = Math.min(frames, Math.max(1, (long) Math.ceil(frames * percent / 100)));
        long seen = 0;
        for (int i = 0; i < sizes.length; i++) {
            seen += sizes[i];
            if (seen >= wanted) {
                return FrameSizes.highest(i);
            }
        }
        return 0;
    }

    @Override
    public String toString() {
        return "BufferStats[" + connections() + " connections, " + receivedBytes() + " bytes in " + frames()
                + " frames, "
                + copiedBytes() + " copied, " + pauses() + " pauses, " + rejects() + " rejects, "
                + leasedBytes() + " of " + committedBytes() + " committed bytes leased, limit " + limitBytes() + "]";
    }
}
