package io.headroom.buffers.memory;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A limit on what several {@link SlabPool}s commit together, the queue of those who wait for it, and a part of it that is kept back so that
 * one of them can always go on: the completion lane.
 *
 * <p>It counts what is taken from the system, leased or free; never what peers declare. A pool that needs more than is left first gets what
 * the others hold unused, all of it, warm or not. One budget may serve several {@code MessageBuffers}.
 *
 * <p><b>Threads</b>: all methods may be called from any thread.
 */
public final class MemoryBudget {
    /*
     * Locks are taken in this order: waiters, the depot of one pool, this account. No depot is locked inside another one.
     *
     * The account is asked when memory is committed or given back, chunk by chunk, never for a lease; so it is exact and yet not hot. The lane
     * too is memory that is not committed: its holder commits pieces of the exact length, so that even a long run is sure to be had, and they
     * are given back as soon as they are free.
     */
    private final long limitBytes;
    private final Waiters waiters = new Waiters();
    private final Share newcomers = Share.of(this);

    /** Those that have memory of this budget; replaced, never changed. */
    private volatile SlabPool[] pools = {};

    private long committedBytes;
    private long laneBytes;
    private volatile long reservedBytes;
    private final AtomicReference<@Nullable Object> laneHolder = new AtomicReference<>();

    /** Where all of this one is reserved, until its pools are closed and all of their memory is back; null if it is no part. */
    private final @Nullable MemoryBudget whole;

    private MemoryBudget(long limitBytes, @Nullable MemoryBudget whole) {
        this.limitBytes = limitBytes;
        this.whole = whole;
        limitNewcomers();
    }

    /**
     * Returns a budget of which nothing is committed yet.
     *
     * @throws IllegalArgumentException if the limit is not positive
     */
    public static MemoryBudget of(long limitBytes) {
        if (limitBytes < 1) {
            throw new IllegalArgumentException("limitBytes " + limitBytes + ": expected at least 1");
        }
        return new MemoryBudget(limitBytes, null);
    }

    /**
     * Returns the limit unless set otherwise: a quarter of what the JVM may take as direct memory, which is the largest heap unless {@code
     * -XX:MaxDirectMemorySize} says otherwise.
     */
    public static long defaultLimitBytes() {
        return directLimitBytes() / 4;
    }

    /** Returns how many bytes the JVM may take as direct memory, for all purposes together. */
    public static long directLimitBytes() {
        return DirectMemory.limitBytes();
    }

    /** Returns how much direct memory a budget can have at most: {@link #directLimitBytes()}, and from JDK 22 on, which does not count ours, any. */
    public static long mostDirectBytes() {
        return NativeMemory.direct().isLimited() ? directLimitBytes() : Long.MAX_VALUE;
    }

    /** Returns how many bytes may be committed at most. */
    public long limitBytes() {
        return limitBytes;
    }

    /** Returns how many bytes are committed now. */
    public synchronized long committedBytes() {
        return committedBytes;
    }

    /**
     * Sets bytes aside for a pool with a limit of its own, and returns whether there were as many.
     *
     * @throws IllegalArgumentException if {@code bytes} is negative
     */
    public synchronized boolean reserve(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("reserve(" + bytes + "): expected 0 bytes or more");
        }
        boolean fits = bytes <= limitBytes - reservedBytes - laneBytes - committedBytes;
        reservedBytes += fits ? bytes : 0;
        limitNewcomers();
        return fits;
    }

    /** Returns how many bytes are set aside by {@link #reserve} now. */
    public long reservedBytes() {
        return reservedBytes;
    }

    /**
     * Returns a budget of its own for which {@code bytes} are {@linkplain #reserve reserved} here until its pools are closed and the last slab
     * that was leased of them has come back; null if there are not as many.
     *
     * @throws IllegalArgumentException if {@code bytes} is not positive
     */
    public @Nullable MemoryBudget tryPart(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("tryPart(" + bytes + "): expected at least 1 byte");
        }
        return reserve(bytes) ? new MemoryBudget(bytes, this) : null;
    }

    /**
     * Ends a {@link #reserve}; who waits for memory may run.
     *
     * @throws IllegalArgumentException if {@code bytes} is negative or more than is reserved
     */
    public void unreserve(long bytes) {
        synchronized (this) {
            if (bytes < 0 || bytes > reservedBytes) {
                throw new IllegalArgumentException(
                        "unreserve(" + bytes + "): expected 0 to what is reserved, " + reservedBytes);
            }
            reservedBytes -= bytes;
            limitNewcomers();
        }
        wakeWhoeverMayGoOn();
    }

    /** Returns how many bytes are kept back for whoever holds the completion lane. */
    public synchronized long laneBytes() {
        return laneBytes;
    }

    /** Keeps back at least {@code bytes} bytes for the completion lane from now on; who waits for the newcomers' part may run if that ends it. */
    public void widenLane(long bytes) {
        boolean endsPart;
        synchronized (this) {
            laneBytes = Math.max(laneBytes, Math.min(bytes, limitBytes - reservedBytes));
            endsPart = limitNewcomers();
        }
        if (endsPart) {
            wakeWhoeverMayGoOn();
        }
    }

    /** Returns whether newcomers may have more now than before. */
    private boolean limitNewcomers() {
        long before = newcomers.limitBytes();
        long rest = (limitBytes - reservedBytes - laneBytes) / 4;
        newcomers.limitBytes(rest < laneBytes ? Long.MAX_VALUE : 3 * rest);
        return newcomers.limitBytes() > before;
    }

    /**
     * Returns the part of this budget for frames of those who have not earned more: three quarters of what is kept back for nobody. However many
     * of them there are, the rest is for the others. Where that would not do for one frame of theirs, nothing is divided.
     */
    public Share newcomers() {
        return newcomers;
    }

    /** Enters the completion lane, if it is wide enough for anything and nobody else is in it; returns whether {@code holder} is in it now. */
    public boolean tryEnterLane(Object holder) {
        return laneBytes() > 0 && (laneHolder.compareAndSet(null, holder) || isInLane(holder));
    }

    @SuppressWarnings("ReferenceEquality") // a holder is itself
    boolean isInLane(Object holder) {
        return laneHolder.get() == holder;
    }

    /** Leaves the completion lane, if {@code holder} is in it, to the next one who waits for memory. */
    public void leaveLane(Object holder) {
        if (laneHolder.compareAndSet(holder, null) && !waiters.isEmpty()) {
            waiters.wake(1);
        }
    }

    /** Lets as many go on that wait as there are slabs for: for those who had their turn and did not take it. */
    public void wakeWhoeverMayGoOn() {
        if (!waiters.isEmpty()) {
            long bytes = Math.max(0, room(false));
            int least = Integer.MAX_VALUE;
            for (SlabPool pool : pools) {
                bytes += pool.freeBytes();
                least = Math.min(least, pool.slabBytes());
            }
            waiters.wake((int) Math.min(Integer.MAX_VALUE, Math.max(1, bytes / least)));
        }
    }

    boolean isLaneFree() {
        return laneHolder.get() == null && laneBytes() > 0;
    }

    /**
     * Takes {@code wanted} bytes, or what is left in multiples of {@code unit} if that is at least {@code least}; returns 0 otherwise.
     *
     * @param inLane whether what is kept back may be taken too
     */
    synchronized long commit(long wanted, long least, long unit, boolean inLane) {
        long granted = Math.min(wanted, room(inLane) / unit * unit);
        if (granted < least) {
            return 0;
        }
        committedBytes += granted;
        return granted;
    }

    synchronized void giveBack(long bytes) {
        committedBytes -= bytes;
    }

    /** Returns how many bytes may be committed, in the lane or outside it; negative if what is kept back for the lane is committed in part. */
    synchronized long room(boolean inLane) {
        return limitBytes - reservedBytes - committedBytes - (inLane ? 0 : laneBytes);
    }

    /** Returns whether a part of what is kept back for the lane is committed, so that whatever is free is to be given back. */
    boolean isOverdrawn() {
        return room(false) < 0;
    }

    synchronized void add(SlabPool pool) {
        SlabPool[] more = Arrays.copyOf(pools, pools.length + 1);
        more[pools.length] = pool;
        pools = more;
    }

    /** A pool is closed and has no memory any more; with the last one a part ends. */
    void remove(SlabPool pool) {
        boolean isEnd;
        synchronized (this) {
            boolean isAny = pools.length > 0;
            pools = Arrays.stream(pools).filter(other -> !other.equals(pool)).toArray(SlabPool[]::new);
            isEnd = isAny && pools.length == 0;
        }
        if (isEnd && whole != null) {
            whole.unreserve(limitBytes);
        }
    }

    Waiters waiters() {
        return waiters;
    }

    /** Makes the pools other than {@code needy} give back what they hold unused, and returns whether that was anything. */
    @SuppressWarnings("ReferenceEquality") // a pool is itself
    boolean reclaimFor(SlabPool needy) {
        long bytes = 0;
        for (SlabPool pool : pools) {
            if (pool != needy) {
                bytes += pool.reclaim();
            }
        }
        return bytes > 0;
    }

    /** Returns how many bytes {@link #reclaimFor} would bring. */
    @SuppressWarnings("ReferenceEquality")
    long reclaimableFor(SlabPool needy) {
        long bytes = 0;
        for (SlabPool pool : pools) {
            if (pool != needy) {
                bytes += pool.unusedBytes();
            }
        }
        return bytes;
    }

    @Override
    public String toString() {
        return "MemoryBudget[committed " + committedBytes() + " of " + limitBytes + " bytes]";
    }
}
