package io.headroom.buffers.memory;

import java.util.ArrayList;
import java.util.List;

/** The two kinds of pools, which are to be alike in nearly everything. */
enum PoolKind {
    DIRECT,
    HEAP;

    SlabPool.Builder pool() {
        return this == DIRECT ? SlabPool.direct() : SlabPool.heap();
    }

    /** Leases slabs of this size until the pool refuses, and sees to it that the limit holds at every step. */
    static List<Slab> leaseAll(SlabPool pool, int bytes) {
        List<Slab> leased = new ArrayList<>();
        for (Slab slab = pool.tryLease(bytes); slab != null; slab = pool.tryLease(bytes)) {
            leased.add(slab);
            if (pool.committedBytes() > pool.limitBytes()) {
                throw new AssertionError("over the limit: " + pool);
            }
        }
        return leased;
    }

    static void releaseAll(List<Slab> slabs) {
        slabs.forEach(Slab::release);
        slabs.clear();
    }
}
