package io.headroom.buffers.memory;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How much a part of those who share a budget may lease: one connection, or all of one peer. A slab counts from its lease until its last holder
 * has released it, whoever that is.
 *
 * <p><b>Threads</b>: any.
 */
public final class Share implements MemorySource, Waiters.Server {
    /*
     * The charge belongs to the slab: it is taken once when the slab is leased and ends with the slab's last release, which happens once. So no
     * order of releases and closes charges twice or gives back twice.
     */
    private volatile long limitBytes;
    private final @Nullable Share within;

    /** The budget whose completion lane lets one go on to whom this share refuses memory; null if none does. */
    private final @Nullable MemoryBudget passing;

    private final AtomicLong chargedBytes = new AtomicLong();
    private final Waiters waiters;

    private Share(long limitBytes, @Nullable Share within, @Nullable MemoryBudget passing) {
        this.limitBytes = limitBytes;
        this.within = within;
        this.passing = passing;
        waiters = passing == null ? new Waiters() : passing.waiters();
    }

    /**
     * Returns a share of which nothing is used.
     *
     * @throws IllegalArgumentException if the limit is not positive
     */
    public static Share of(long limitBytes) {
        return new Share(positive(limitBytes), null, null);
    }

    /**
     * Returns a share that is itself a part of {@code whole}: what counts against it counts against both.
     *
     * @throws IllegalArgumentException if the limit is not positive
     */
    public static Share within(Share whole, long limitBytes) {
        return new Share(positive(limitBytes), Objects.requireNonNull(whole, "whole"), null);
    }

    private static long positive(long limitBytes) {
        if (limitBytes < 1) {
            throw new IllegalArgumentException("Share limitBytes " + limitBytes + ": expected at least 1");
        }
        return limitBytes;
    }

    /** Returns a share of nothing yet, which the budget widens; who waits for it may go on in the budget's completion lane. */
    static Share of(MemoryBudget budget) {
        return new Share(0, null, budget);
    }

    /** Returns the share that this one is a part of, or this one if it is a part of none. */
    public Share whole() {
        return within == null ? this : within;
    }

    void limitBytes(long bytes) {
        limitBytes = bytes;
    }

    /** Returns how many bytes may be leased at most. */
    public long limitBytes() {
        return limitBytes;
    }

    /** Returns how many bytes are leased now. */
    public long chargedBytes() {
        return chargedBytes.get();
    }

    /**
     * Counts a slab that the caller has just leased. Returns null, or, if that would be more than a share may have, that share; then nothing is
     * counted, and the caller releases the slab.
     */
    public @Nullable Share charge(Slab slab) {
        Share refusing = add(slab.capacity());
        if (refusing == null) {
            slab.charged = this;
        }
        return refusing;
    }

    /**
     * Leases from a pool for one of the newcomers, within this share, which is the {@linkplain MemoryBudget#newcomers() newcomers' part} of the
     * pool's budget: up to a slab as {@link SlabPool#tryLease(int)}, more as {@link SlabPool#tryLeaseContiguous(int)}.
     *
     * @return null also if this share {@linkplain #refusesNewcomer refuses}
     * @throws IllegalArgumentException if {@code bytes} is out of range, or this is no part of the pool's budget
     */
    @SuppressWarnings("ReferenceEquality") // a budget is itself
    public @Nullable Slab tryLeaseForNewcomer(SlabPool pool, int bytes) {
        if (pool.budget() != passing) {
            throw new IllegalArgumentException(this + " is not the newcomers' part of the budget of " + pool);
        }
        long capacity = capacityOf(pool, bytes);
        if (add(capacity) != null) {
            return null;
        }
        Slab slab = null;
        try {
            slab = bytes > pool.slabBytes() ? pool.tryLeaseContiguous(bytes) : pool.tryLease(bytes);
        } finally {
            if (slab == null) {
                end(capacity);
            }
        }
        if (slab != null) {
            slab.isNewcomers = true;
        }
        return slab;
    }

    /** Returns whether {@link #tryLeaseForNewcomer} would be refused by this share now. */
    public boolean refusesNewcomer(SlabPool pool, int bytes) {
        return chargedBytes.get() + capacityOf(pool, bytes) > limitBytes;
    }

    private static long capacityOf(SlabPool pool, int bytes) {
        long slabBytes = pool.slabBytes();
        return bytes > slabBytes
                ? (bytes + slabBytes - 1) / slabBytes * slabBytes
                : SlabPool.SMALLEST_FRACTION << SlabPool.sizeClass(bytes);
    }

    /** Counts bytes that are leased already, room or not. */
    void charge(long bytes) {
        chargedBytes.addAndGet(bytes);
    }

    private @Nullable Share add(long bytes) {
        if (chargedBytes.addAndGet(bytes) > limitBytes) {
            takeOff(bytes);
            return this;
        }
        Share refusing = within == null ? null : within.add(bytes);
        if (refusing != null) {
            takeOff(bytes);
        }
        return refusing;
    }

    /** Ends the charge for a slab. */
    void end(long bytes) {
        takeOff(bytes);
        if (within != null) {
            within.end(bytes);
        }
    }

    private void takeOff(long bytes) {
        chargedBytes.addAndGet(-bytes);
        wakeNextIfAvailable();
    }

    @Override
    public void whenAvailable(Runnable waiter, int bytes, Lane lane) {
        waiters.add(Objects.requireNonNull(waiter, "waiter"), this, bytes, passing == null ? Lane.BARRED : lane);
        wakeNextIfAvailable();
    }

    @Override
    public boolean cancel(Runnable waiter) {
        return waiters.remove(waiter);
    }

    @Override
    public void wakeNextIfAvailable() {
        if (!waiters.isEmpty()) {
            waiters.wake(1);
        }
    }

    /** Lets as many go on that wait as there is room for: for those who had their turn and did not take it. */
    public void wakeWhoeverMayGoOn() {
        if (!waiters.isEmpty()) {
            long room = limitBytes - chargedBytes.get();
            waiters.wake((int) Math.min(Integer.MAX_VALUE, Math.max(1, room / SlabPool.SMALLEST_SLAB)));
        }
    }

    @Override
    public boolean canServe(int bytes, Lane lane) {
        return chargedBytes.get() + bytes <= limitBytes
                || (lane == Lane.WANTED && passing != null && passing.isLaneFree());
    }

    @Override
    public int slabBytes() {
        return SlabPool.LARGEST_SLAB;
    }

    @Override
    public String toString() {
        return "Share[" + chargedBytes() + " of " + limitBytes + " bytes]";
    }
}
