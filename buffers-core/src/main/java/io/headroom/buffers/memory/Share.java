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
    private final long limitBytes;
    private final @Nullable Share within;
    private final AtomicLong chargedBytes = new AtomicLong();
    private final Waiters waiters = new Waiters();

    private Share(long limitBytes, @Nullable Share within) {
        this.limitBytes = limitBytes;
        this.within = within;
    }

    /** Returns a share of which nothing is used. */
    public static Share of(long limitBytes) {
        return new Share(limitBytes, null);
    }

    /** Returns a share that is itself a part of {@code whole}: what counts against it counts against both. */
    public static Share within(Share whole, long limitBytes) {
        return new Share(limitBytes, Objects.requireNonNull(whole, "whole"));
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
        waiters.add(Objects.requireNonNull(waiter, "waiter"), this, bytes, Lane.BARRED);
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
        return chargedBytes.get() + bytes <= limitBytes;
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
