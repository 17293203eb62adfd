package io.headroom.buffers;

import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import org.jspecify.annotations.Nullable;

/** Leases memory for one connection, and remembers which pool refused. */
final class Leases {
    private final SlabPool pool;
    private final SlabPool landingPool;
    private final SlabPool runPool;
    private final Region landing;
    private SlabPool refusedBy;
    private int refusedBytes;

    Leases(SlabPool pool, SlabPool landingPool, SlabPool runPool, Region landing) {
        this.pool = pool;
        this.landingPool = landingPool;
        this.runPool = runPool;
        this.landing = landing;
        refusedBy = pool;
        refusedBytes = pool.slabBytes();
    }

    /** Returns the pool that refused last: the one to wait for. */
    SlabPool refusedBy() {
        return refusedBy;
    }

    /** Returns how many bytes in one piece to wait for. */
    int refusedBytes() {
        return refusedBytes;
    }

    private @Nullable Slab lease(SlabPool from, int bytes) {
        Slab slab = from.tryLease(bytes);
        return slab == null ? refused(from, pool.slabBytes()) : slab;
    }

    private @Nullable Slab refused(SlabPool from, int bytes) {
        refusedBy = from;
        refusedBytes = bytes;
        return null;
    }

    /** Leases a slab for a frame longer than that; a contiguous one gathers in the kind of memory that it will lie in. */
    @Nullable Slab leaseLink(int bytes, boolean contiguous) {
        return contiguous ? lease(runPool, bytes) : lease(bytes);
    }

    /** Leases memory for a frame in one piece. */
    @Nullable Slab leaseContiguous(int bytes) {
        Slab run = runPool.tryLeaseContiguous(bytes);
        if (run == null && landing.slab != null && landing.isEmpty()) {
            landing.release();
            run = runPool.tryLeaseContiguous(bytes);
        }
        return run == null ? refused(runPool, bytes) : run;
    }

    /**
     * Has an empty landing of at least {@code bytes} bytes that nobody else has a hold on. If that is refused, one of at least {@code least}
     * will do, so that reading goes on in what is left of other slabs; returns false if there is not even that.
     */
    boolean land(int bytes, int least) {
        Slab slab = landing.slab;
        if (slab != null && !slab.isShared() && slab.capacity() >= bytes) {
            return true;
        }
        landing.release();
        for (int size = bytes; ; size /= 2) {
            slab = lease(landingPool, Math.max(size, least));
            if (slab != null) {
                landing.set(slab, 0, 0);
                return true;
            }
            if (size <= Math.max(least, SlabPool.SMALLEST_FRACTION)) {
                return false;
            }
        }
    }

    /** Leases memory to hold bytes in; before that is refused, a landing that is at hand but empty makes way. */
    @Nullable Slab lease(int bytes) {
        Slab slab = lease(pool, bytes);
        if (slab == null && landing.slab != null && landing.isEmpty()) {
            landing.release();
            slab = lease(pool, bytes);
        }
        return slab;
    }

    boolean scattersFreely() {
        return landingPool.scattersFreely();
    }
}
