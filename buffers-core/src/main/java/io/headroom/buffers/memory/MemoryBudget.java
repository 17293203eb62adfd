package io.headroom.buffers.memory;

import java.util.Arrays;

/**
 * A limit on what several {@link SlabPool}s commit together, and the queue of those who wait for it.
 *
 * <p>It counts what is taken from the system, leased or free; never what peers declare. A pool that needs more than is left first gets what
 * the others hold unused.
 *
 * <p><b>Threads</b>: all methods may be called from any thread.
 */
public final class MemoryBudget {
    /*
     * Locks are taken in this order: waiters, the depot of one pool, this account. No depot is locked inside another one.
     *
     * The account is asked when memory is committed or given back, chunk by chunk, never for a lease; so it is exact and yet not hot.
     */
    private final long limitBytes;
    private final Waiters waiters = new Waiters();

    /** Those that have memory of this budget; replaced, never changed. */
    private volatile SlabPool[] pools = {};

    private long committedBytes;

    private MemoryBudget(long limitBytes) {
        this.limitBytes = limitBytes;
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
        return new MemoryBudget(limitBytes);
    }

    /** Returns how many bytes may be committed at most. */
    public long limitBytes() {
        return limitBytes;
    }

    /** Returns how many bytes are committed now. */
    public synchronized long committedBytes() {
        return committedBytes;
    }

    /** Takes {@code wanted} bytes, or what is left in multiples of {@code unit} if that is at least {@code least}; returns 0 otherwise. */
    synchronized long commit(long wanted, long least, long unit) {
        long granted = Math.min(wanted, (limitBytes - committedBytes) / unit * unit);
        if (granted < least) {
            return 0;
        }
        committedBytes += granted;
        return granted;
    }

    synchronized void giveBack(long bytes) {
        committedBytes -= bytes;
    }

    synchronized long uncommittedBytes() {
        return limitBytes - committedBytes;
    }

    synchronized void add(SlabPool pool) {
        SlabPool[] more = Arrays.copyOf(pools, pools.length + 1);
        more[pools.length] = pool;
        pools = more;
    }

    synchronized void remove(SlabPool pool) {
        pools = Arrays.stream(pools).filter(other -> !other.equals(pool)).toArray(SlabPool[]::new);
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
                bytes += pool.trim();
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
