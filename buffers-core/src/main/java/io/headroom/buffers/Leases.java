package io.headroom.buffers;

import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import org.jspecify.annotations.Nullable;

/** Leases memory for one connection, and remembers which pool refused. */
final class Leases {
    private final SlabPool pool;
    private final SlabPool landingPool;
    private final Region landing;
    private @Nullable SlabPool refusedBy;

    Leases(SlabPool pool, SlabPool landingPool, Region landing) {
        this.pool = pool;
        this.landingPool = landingPool;
        this.landing = landing;
    }

    /** Returns the pool that refused last: the one to wait for. */
    SlabPool refusedBy() {
        return refusedBy == null ? pool : refusedBy;
    }

    private @Nullable Slab lease(SlabPool from, int bytes) {
        Slab slab = from.tryLease(bytes);
        if (slab == null) {
            refusedBy = from;
        }
        return slab;
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
